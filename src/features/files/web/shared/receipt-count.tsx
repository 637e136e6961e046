import Paperclip from 'lucide-react/icons/paperclip';
import { plural } from '#kit/counts.ts';

/** A clip with the number of receipts; nothing if there are none. */
export function ReceiptCount({ count }: { count: number }) {
  if (count === 0) return null;
  const words = plural(count, 'receipt');
  return (
    <span role="img" aria-label={words} title={words} className="mr-2 whitespace-nowrap">
      <Paperclip className="mr-0.5 inline size-3 align-[-0.125em]" />
      {count}
    </span>
  );
}
