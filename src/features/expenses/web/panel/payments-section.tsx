import type { Id } from '#kit/id.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Money } from '#web/ui/money.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import type { Expense } from '../../expense.ts';
import { unknownName } from '../people.ts';

/** The payments for an expense that the member may see, each with a link to it. */
export function PaymentsSection({
  expense: { payments },
  names,
}: {
  expense: Expense;
  names: ReadonlyMap<Id<'member'>, string>;
}) {
  if (payments === undefined) return null;
  const getName = (party: Id<'member'> | null) =>
    party === null ? 'the chapter' : (names.get(party) ?? unknownName);
  return (
    <SheetSection title="Payments">
      <ul>
        {payments.map(({ paymentId, from, to, amount, status }) => (
          <li key={paymentId} className="flex min-h-9.5 flex-wrap items-center gap-x-2 py-1">
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {getName(from)} <span className="text-third">to {getName(to)}</span>
            </span>
            <TextLink
              to="/payments"
              search={{ payment: paymentId }}
              className="text-third! underline decoration-line"
            >
              {status === 'waiting' ? 'Waiting' : 'Paid'} <Money cents={amount} />
            </TextLink>
          </li>
        ))}
      </ul>
    </SheetSection>
  );
}
