import Building2 from 'lucide-react/icons/building-complex';
import type { ReactNode } from 'react';
import type { Id } from '#kit/id.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Money } from '#web/ui/money.tsx';
import { type Balances, computeSettlementEffect } from '../../balances.ts';
import type { OpenExpense } from '../../expense.ts';
import { settlingCharges, settlingRecordsPayments } from '../../settling/paid-outside.ts';
import { unknownName } from '../people.ts';
import { OutsidePayments } from './outside-payments.tsx';
import type { PaidOutsideForm } from './use-paid-outside.tsx';
import { type DescribeChange, useStandingChanges } from './use-standing-changes.ts';

// As high while standings load.
const lineClass =
  'grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1rem] items-center gap-x-2.5 py-1';
const changeClass = 'col-span-2 col-start-2 text-xs text-third';

type Names = ReadonlyMap<Id<'member'>, string>;

/** What settling these expenses does to every member's balance, by the functions the server uses. */
export function SettlementEffect({
  expenses,
  names,
  form,
}: {
  expenses: readonly OpenExpense[];
  names: Names;
  form: PaidOutsideForm;
}) {
  const charged = expenses.filter((expense) => expense.useWalletTransactions);
  const recorded = expenses.filter(settlingRecordsPayments);
  const split = expenses.filter((expense) => !settlingCharges(expense));
  const { moved } = computeSettlementEffect(charged);
  const { struckOff } = computeSettlementEffect(split);
  const describeChange = useStandingChanges(struckOff, -1);
  return (
    <>
      {charged.length > 0 && (
        <Amounts
          title="Charged to Wallets"
          balances={moved}
          names={names}
          describeChange={describeChange}
          none="The amounts cancel each other out, so no wallet's balance changes."
        >
          No one's balance changes. Open shares move to wallets.
        </Amounts>
      )}
      {split.length > 0 && (
        <Amounts
          title="Already Shared Equally"
          balances={struckOff}
          names={names}
          describeChange={describeChange}
          note={recorded.length === 0 && form.fields}
          none="The amounts cancel each other out, so no one's balance changes."
        >
          Everyone has paid their own share. These amounts are removed from each member's balance.
        </Amounts>
      )}
      {recorded.length > 0 && <OutsidePayments expenses={recorded} names={names} form={form} />}
    </>
  );
}

/** What each member and the chapter get (+) or pay (-). */
export function Amounts({
  title,
  balances: { members, company },
  names,
  describeChange,
  none,
  note,
  children,
}: {
  title: string;
  balances: Balances;
  names: Names;
  /** A member's standing before and after. */
  describeChange: DescribeChange;
  /** Says that nothing changes. */
  none: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  const id = title.toLowerCase().replaceAll(' ', '-');
  const getName = (member: Id<'member'>) => names.get(member) ?? unknownName;
  const lines = [...members].toSorted(([one], [other]) =>
    getName(one).localeCompare(getName(other), 'en'),
  );
  const isEmpty = lines.length === 0 && company === 0;
  return (
    <section
      aria-labelledby={id}
      // Focusable, so that what is around it can be scrolled by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="rounded-badge outline-offset-2"
    >
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      <p className="mt-0.5 text-third">{isEmpty ? none : children}</p>
      {!isEmpty && (
        <ul className="mt-1 divide-y divide-soft">
          {lines.map(([member, amount]) => (
            <li key={member} className={lineClass}>
              <Avatar id={member} name={getName(member)} />
              <span className="min-w-0 truncate">{getName(member)}</span>
              <Money cents={amount} isSigned={amount > 0} />
              <span className={changeClass}>{describeChange(member)}</span>
            </li>
          ))}
          {company !== 0 && (
            <li className={lineClass}>
              <Building2 aria-hidden="true" className="mx-0.5 size-5 shrink-0 text-third" />
              <span className="min-w-0">The chapter</span>
              <Money cents={company} isSigned={company > 0} />
              <span className={changeClass}>{describeChange('company')}</span>
            </li>
          )}
        </ul>
      )}
      {note && <div className="mt-3">{note}</div>}
    </section>
  );
}
