import { useMutation } from '@tanstack/react-query';
import Paperclip from 'lucide-react/icons/paperclip';
import Trash2 from 'lucide-react/icons/trash';
import { useRef, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { AttachedFile } from '../../contract.ts';
import { FilePicker } from './file-picker.tsx';
import { FileRow } from './file-row.tsx';
import { FileViewer } from './file-viewer.tsx';
import { sendFile } from './send-file.ts';
import { UploadRows } from './upload-rows.tsx';
import { useUploads } from './use-uploads.ts';

/** The calls for the receipts of one expense or transaction. */
export type ReceiptCalls = {
  /** Also brings back a receipt that was removed. */
  readonly add: (fileId: Id<'file'>) => Promise<void>;
  readonly remove: (fileId: Id<'file'>) => Promise<void>;
  readonly getAddress: (fileId: Id<'file'>, which?: 'read' | 'readPreview') => string;
};

type ReceiptsProps = {
  calls: ReceiptCalls;
  /** Undefined until they are loaded. */
  items: readonly AttachedFile[] | undefined;
  /** How many there are, as far as that is known. */
  count: number;
  error: Error | null;
  onRetry: () => void;
};

/** Receipts: shown, opened, added and removed. */
export function Receipts({
  mayRemove,
  ...props
}: ReceiptsProps & { mayRemove: (receipt: AttachedFile) => boolean }) {
  const place = useRef<HTMLDivElement>(null);
  const { uploads, list } = useUploads({
    deliver: async (file, progress) => {
      const { id } = await sendFile(file, { purpose: 'receipt', ...progress });
      await props.calls.add(id);
    },
    forgetsArrived: true,
  });
  const remove = useRemove(props.calls, () => place.current?.querySelector('button')?.focus());
  return (
    <div ref={place}>
      <FilePicker label="Add Receipts" onFiles={uploads.add}>
        <ReceiptList
          {...props}
          isAdding={list.length > 0}
          mayRemove={mayRemove}
          onRemove={remove}
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

function useRemove({ add, remove }: ReceiptCalls, onRemoved: () => void) {
  const { mutate, isPending } = useMutation({ mutationFn: remove });
  const bringBack = (receipt: AttachedFile) =>
    add(receipt.id).then(
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

function toastFailure(title: string, error: unknown): void {
  toast.error({ title, description: describeFailure(error) });
}

/** Receipts: shown and opened. */
export function ReceiptList({
  calls,
  items,
  count,
  error,
  onRetry,
  isAdding = false,
  mayRemove,
  onRemove,
}: ReceiptsProps & {
  isAdding?: boolean;
  mayRemove?: (receipt: AttachedFile) => boolean;
  onRemove?: (receipt: AttachedFile) => void;
}) {
  const [shown, setShown] = useState<Id<'file'>>();
  if (count === 0) return isAdding ? null : <NoReceipts />;
  if (error) {
    return (
      <ErrorState title="Couldn't load the receipts." onRetry={onRetry}>
        {error.message}
      </ErrorState>
    );
  }
  if (!items) {
    return Array.from({ length: count }, (_, place) => (
      <Skeleton key={place} className="h-11 w-full" />
    ));
  }
  return (
    <>
      <ul className="flex flex-col gap-1">
        {items.map((receipt) => (
          <ReceiptRow
            key={receipt.id}
            receipt={receipt}
            getAddress={calls.getAddress}
            onShow={() => setShown(receipt.id)}
            onRemove={mayRemove?.(receipt) ? () => onRemove?.(receipt) : undefined}
          />
        ))}
      </ul>
      <FileViewer items={items} getAddress={calls.getAddress} shown={shown} onShow={setShown} />
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
  receipt,
  getAddress,
  onShow,
  onRemove,
}: Pick<ReceiptCalls, 'getAddress'> & {
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
      preview={isPicture(receipt) ? getAddress(id, 'readPreview') : undefined}
      actions={
        onRemove && <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
      }
    >
      {isPicture(receipt) ? (
        <button type="button" onClick={onShow} className={linkClass}>
          {name}
        </button>
      ) : (
        <a href={getAddress(id)} download={name} className={linkClass}>
          {name}
        </a>
      )}
      <p className="truncate text-xs text-third">
        {by.name}, <DateText at={at} zone={chapter.timeZone} />
      </p>
    </FileRow>
  );
}
