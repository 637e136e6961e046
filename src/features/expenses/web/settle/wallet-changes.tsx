import { Building2 } from 'lucide-react';
import type { Id } from '#kit/id.ts';
import { cents, sumCents } from '#kit/money.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Money } from '#web/ui/money.tsx';
import type { OpenExpense } from '../../expense.ts';
import { computeWalletChanges } from '../../settle.ts';
import { unknownName } from '../people.ts';

/** The effect on each wallet of settling these expenses, by the same function as on the server. */
export function WalletChanges({
  expenses,
  names,
}: {
  expenses: readonly OpenExpense[];
  names: ReadonlyMap<Id<'member'>, string>;
}) {
  const getName = (id: Id<'member'>) => names.get(id) ?? unknownName;
  const changes = computeWalletChanges(expenses);
  const company = cents(-sumCents(changes.values()));
  const lines = [...changes].toSorted(([one], [other]) =>
    getName(one).localeCompare(getName(other), 'en'),
  );
  return (
    <section aria-labelledby="wallet-changes">
      <h3 id="wallet-changes" className="font-medium">
        Wallets
      </h3>
      {lines.length === 0 && company === 0 ? (
        <p className="mt-1 text-third">No wallet changes</p>
      ) : (
        <ul className="mt-1 divide-y divide-soft">
          {lines.map(([id, amount]) => (
            <li key={id} className="flex min-h-9 items-center gap-2.5">
              <Avatar id={id} name={getName(id)} />
              <span className="min-w-0 flex-1 truncate">{getName(id)}</span>
              <Money cents={amount} isSigned={amount > 0} tone="balance" />
            </li>
          ))}
          {company !== 0 && (
            <li className="flex min-h-9 items-center gap-2.5">
              <Building2 aria-hidden="true" className="mx-0.5 size-5 shrink-0 text-third" />
              <span className="min-w-0 flex-1">Company account</span>
              <Money cents={company} isSigned={company > 0} tone="balance" />
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
