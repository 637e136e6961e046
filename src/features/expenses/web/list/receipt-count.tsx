import { Paperclip } from 'lucide-react';
import { plural } from '#kit/counts.ts';
import type { ListedExpense } from '../../expense.ts';

/** A clip with the number of receipts; nothing if there are none. */
export function ReceiptCount({
  expense: {
    receiptIds: { length },
  },
}: {
  expense: Pick<ListedExpense, 'receiptIds'>;
}) {
  if (length === 0) return null;
  const words = plural(length, 'receipt');
  return (
    <span className="mr-2 whitespace-nowrap" title={words}>
      <Paperclip aria-hidden="true" className="mr-0.5 inline size-3 align-[-0.125em]" />
      <span aria-hidden="true">{length}</span>
      <span className="sr-only">{words}. </span>
    </span>
  );
}
