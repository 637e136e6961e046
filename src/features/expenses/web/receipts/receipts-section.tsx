import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Paperclip, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AttachedFile } from '#features/files/contract.ts';
import { FilePicker } from '#features/files/web/shared/file-picker.tsx';
import { FileRow } from '#features/files/web/shared/file-row.tsx';
import { sendFile } from '#features/files/web/shared/send-file.ts';
import { UploadRows } from '#features/files/web/shared/upload-rows.tsx';
import { useUploads } from '#features/files/web/shared/use-uploads.ts';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SheetSection } from '#web/ui/overlays/sheet.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Expense } from '../../expense.ts';
import { toastFailure } from '../toast-failure.ts';
import { useExpenseRights } from '../use-expense-rights.ts';
import {
  addReceipt,
  getReceiptAddress,
  receiptsQuery,
  useRemoveReceipt,
} from './receipt-queries.ts';
import { ReceiptViewer } from './receipt-viewer.tsx';

/** The receipts of an expense: shown, opened, added and removed. */
export function ReceiptsSection({ expense }: { expense: Expense }) {
  const mayWrite = useExpenseRights().reasonAgainstWriting(expense) === undefined;
  const count = expense.receiptIds.length;
  return (
    <SheetSection title="Receipts & Documents" aside={count > 0 && count}>
      {mayWrite ? <Changeable expense={expense} /> : <Kept expense={expense} />}
    </SheetSection>
  );
}

function Changeable({ expense }: { expense: Expense }) {
  const client = useQueryClient();
  const place = useRef<HTMLDivElement>(null);
  const { uploads, list } = useUploads({
    deliver: async (file, progress) => {
      const { id } = await sendFile(file, { purpose: 'receipt', ...progress });
      await addReceipt(client, expense.id, id);
    },
    forgetsArrived: true,
  });
  const remove = useRemove(expense, () => place.current?.querySelector('button')?.focus());
  return (
    <div ref={place}>
      <FilePicker label="Add Receipts" onFiles={uploads.add}>
        <Kept
          expense={expense}
          isAdding={list.length > 0}
          onRemove={expense.status === 'open' ? remove : undefined}
        />
        {list.length > 0 && (
          <ul className="flex flex-col gap-1">
            <UploadRows list={list} uploads={uploads} />
          </ul>
        )}
      </FilePicker>
    </div>
  );
}

function useRemove({ id: expenseId }: Expense, onRemoved: () => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useRemoveReceipt(expenseId);
  const bringBack = (receipt: AttachedFile) =>
    addReceipt(client, expenseId, receipt.id).then(
      () => toast.success({ title: 'Receipt brought back', description: receipt.name }),
      (error: unknown) => toastFailure('Failed to bring back the receipt', error),
    );
  return (receipt: AttachedFile) => {
    if (isPending) return;
    mutate(receipt.id, {
      onSuccess: () => {
        onRemoved();
        toast.success({
          title: 'Receipt removed',
          description: receipt.name,
          action: { label: 'Undo', onPress: () => void bringBack(receipt) },
        });
      },
      onError: (error) => toastFailure('Failed to remove the receipt', error),
    });
  };
}

function Kept({
  expense,
  isAdding = false,
  onRemove,
}: {
  expense: Expense;
  isAdding?: boolean;
  onRemove?: ((receipt: AttachedFile) => void) | undefined;
}) {
  const count = expense.receiptIds.length;
  const query = useQuery({ ...receiptsQuery(expense.id), enabled: count > 0 });
  const [shown, setShown] = useState<Id<'file'>>();
  if (count === 0) return isAdding ? null : <NoReceipts />;
  if (query.isError) {
    return (
      <ErrorState title="Couldn't load the receipts." onRetry={() => void query.refetch()}>
        {query.error.message}
      </ErrorState>
    );
  }
  const items = query.data?.filter(({ id }) => expense.receiptIds.includes(id));
  if (!items) {
    return expense.receiptIds.map((id) => <Skeleton key={id} className="h-11 w-full" />);
  }
  return (
    <>
      <ul className="flex flex-col gap-1">
        {items.map((receipt) => (
          <ReceiptRow
            key={receipt.id}
            expenseId={expense.id}
            receipt={receipt}
            onShow={() => setShown(receipt.id)}
            onRemove={onRemove && (() => onRemove(receipt))}
          />
        ))}
      </ul>
      <ReceiptViewer expenseId={expense.id} items={items} shown={shown} onShow={setShown} />
    </>
  );
}

function NoReceipts() {
  return (
    <p className="flex items-center gap-2 text-third">
      <Paperclip aria-hidden="true" className="size-4 shrink-0" />
      No receipts yet
    </p>
  );
}

const isPicture = ({ mediaType }: AttachedFile) => mediaType.startsWith('image/');

function ReceiptRow({
  expenseId,
  receipt,
  onShow,
  onRemove,
}: {
  expenseId: Id<'expense'>;
  receipt: AttachedFile;
  onShow: () => void;
  onRemove: (() => void) | undefined;
}) {
  const { chapter } = useSession();
  const { id, name, by, at } = receipt;
  const linkClass =
    'touch-target relative block max-w-full truncate text-left text-primary-ink underline-offset-3 hover:underline';
  return (
    <FileRow
      preview={isPicture(receipt) ? getReceiptAddress(expenseId, id, 'readPreview') : undefined}
      actions={
        onRemove && <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
      }
    >
      {isPicture(receipt) ? (
        <button type="button" onClick={onShow} className={linkClass}>
          {name}
        </button>
      ) : (
        <a href={getReceiptAddress(expenseId, id)} download={name} className={linkClass}>
          {name}
        </a>
      )}
      <p className="truncate text-xs text-third">
        {by.name}, <DateText at={at} zone={chapter.timeZone} />
      </p>
    </FileRow>
  );
}
