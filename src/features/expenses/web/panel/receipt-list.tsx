import { Paperclip } from 'lucide-react';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';

export function ReceiptList({ receiptIds }: { receiptIds: readonly string[] }) {
  return (
    <SheetSection title="Receipts & Documents">
      <ul className="flex flex-col gap-1 text-third">
        {receiptIds.map((receiptId) => (
          <li key={receiptId} className="flex items-center gap-2 font-mono text-xs wrap-anywhere">
            <Paperclip aria-hidden="true" className="size-4 shrink-0" />
            {receiptId}
          </li>
        ))}
        {receiptIds.length === 0 && (
          <li className="flex items-center gap-2">
            <Paperclip aria-hidden="true" className="size-4 shrink-0" />
            No receipts yet
          </li>
        )}
      </ul>
    </SheetSection>
  );
}
