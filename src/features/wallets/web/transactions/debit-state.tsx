import Check from 'lucide-react/icons/check';
import type { Currency } from '#kit/money.ts';
import type { ListedTransaction } from '../../contract.ts';
import { Amount } from './amount.tsx';

/** What the wallet covers of a debit: '✓ Covered', '$143.31 open'. Nothing of a payment that it covers. */
export function DebitState({
  transaction: { open, origin },
  currency,
}: {
  transaction: ListedTransaction;
  currency: Currency | undefined;
}) {
  if (open === null) return null;
  if (open > 0) {
    return (
      <>
        <Amount cents={open} currency={currency} /> open
      </>
    );
  }
  if (origin === 'payment') return null;
  return (
    <>
      <Check aria-hidden="true" className="mr-0.5 inline size-3 align-[-0.1em]" />
      Covered
    </>
  );
}
