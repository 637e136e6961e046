import type { Currency } from '#kit/money.ts';
import type { ListedTransaction } from '../../contract.ts';
import { Amount } from './amount.tsx';

/** What the wallet covers of a debit: 'Covered', '$143.31 open'. Nothing of a payment that it covers. */
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
  return origin === 'payment' ? null : 'Covered';
}
