import { Paperclip } from 'lucide-react';
import { plural } from '#kit/counts.ts';

/** A clip with the number of receipts; nothing if there are none. */
export function ReceiptCount({ count }: { count: number }) {
  if (count === 0) return null;
  const words = plural(count, 'receipt');
  return (
    <span className="mr-2 whitespace-nowrap" title={words}>
      <Paperclip aria-hidden="true" className="mr-0.5 inline size-3 align-[-0.125em]" />
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{words}. </span>
    </span>
  );
}
