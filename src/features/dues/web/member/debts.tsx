import { useState } from 'react';
import { DueDay } from '#features/wallets/web/shared/due-day.tsx';
import type { Day } from '#kit/day.ts';
import { TextButton, TextLink } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import type { OpenDebt } from '../../contract.ts';

const fewDebts = 5;

/** What of a member is open, what is due first comes first. */
export function Debts({ debts, today }: { debts: readonly OpenDebt[]; today: Day }) {
  const [areAllShown, setAllShown] = useState(false);
  const shown = areAllShown ? debts : debts.slice(0, fewDebts);
  return (
    <>
      <ul className="divide-y divide-soft">
        {shown.map(({ transactionId, title, amount, open, dueOn, expenseId }) => (
          <li key={transactionId} className="flex items-baseline justify-between gap-4 py-2">
            <div className="min-w-0">
              <p className="wrap-anywhere">
                {expenseId ? (
                  <TextLink to="/expenses" search={{ expense: expenseId }}>
                    {title}
                  </TextLink>
                ) : (
                  title
                )}
              </p>
              <DueDay dueOn={dueOn} today={today} />
            </div>
            <p className="text-right">
              <Money cents={open} className="font-medium" />
              {open < amount && (
                <span className="block text-xs whitespace-nowrap text-third">
                  of <Money cents={amount} />
                </span>
              )}
            </p>
          </li>
        ))}
      </ul>
      {shown.length < debts.length && (
        <TextButton className="font-medium" onClick={() => setAllShown(true)}>
          Show All {debts.length}
        </TextButton>
      )}
    </>
  );
}
