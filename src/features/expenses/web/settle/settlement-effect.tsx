import Building2 from 'lucide-react/icons/building-complex';
import type { ReactNode } from 'react';
import type { Id } from '#kit/id.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Money } from '#web/ui/money.tsx';
import { type Balances, computeSettlementEffect } from '../../balances.ts';
import type { OpenExpense } from '../../expense.ts';
import { unknownName } from '../people.ts';
import { type DescribeChange, useStandingChanges } from './use-standing-changes.ts';

// As high while standings load.
const lineClass =
  'grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] grid-rows-[auto_1rem] items-center gap-x-2.5 py-1';
const changeClass = 'col-span-2 col-start-2 text-xs text-third';

type Names = ReadonlyMap<Id<'member'>, string>;

/**
 * What settling these expenses does to every member's standing, by the functions the server uses.
 * `note` asks how the amounts that are struck off were paid.
 */
export function SettlementEffect({
  expenses,
  names,
  note,
}: {
  expenses: readonly OpenExpense[];
  names: Names;
  note: ReactNode;
}) {
  const { moved, struckOff } = computeSettlementEffect(expenses);
  const describeChange = useStandingChanges(struckOff, -1);
  const inWallets = expenses.filter((expense) => expense.useWalletTransactions).length;
  return (
    <>
      {inWallets > 0 && (
        <Amounts
          title="Moved to Wallets"
          balances={moved}
          names={names}
          describeChange={describeChange}
          none="The amounts cancel each other out, so no wallet's balance changes."
        >
          Every standing stays the same: what is open moves to each member's wallet.
        </Amounts>
      )}
      {inWallets < expenses.length && (
        <Amounts
          title="Paid Outside"
          balances={struckOff}
          names={names}
          describeChange={describeChange}
          note={note}
          none="The amounts cancel each other out, so no standing changes."
        >
          These amounts are struck off each member's standing. No payment is recorded.
        </Amounts>
      )}
    </>
  );
}

/** What each member and the company account get (+) or pay (-). */
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
    <section aria-labelledby={id}>
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
              <span className="min-w-0">Company account</span>
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
