import { useMutation } from '@tanstack/react-query';
import Paperclip from 'lucide-react/icons/paperclip';
import Trash2 from 'lucide-react/icons/trash';
import { useRef, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { toastFailure } from '#web/screen/toast-failure.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { DateText } from '#web/ui/date-text.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ErrorState } from '#web/ui/states/error-state.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { AttachedFile } from '../../contract.ts';
import type { Purpose } from '../../file.ts';
import { acceptedByPurpose } from './accepted-kinds.ts';
import { FilePicker } from './file-picker.tsx';
import { FileRow } from './file-row.tsx';
import { FileViewer } from './file-viewer.tsx';
import { sendFile } from './send-file.ts';
import { UploadList } from './upload-list.tsx';
import { useUploads } from './use-uploads.ts';

/** The calls for the files of one thing: the receipts of an expense, the files of an event. */
export type AttachedFileCalls = {
  /** Also brings back a file that was removed. */
  readonly add: (fileId: Id<'file'>) => Promise<void>;
  readonly remove: (fileId: Id<'file'>) => Promise<void>;
  readonly getAddress: (fileId: Id<'file'>, which?: 'read' | 'readPreview') => string;
};

type Noun = 'receipt' | 'file';
const nounByPurpose: Record<Purpose, Noun> = { receipt: 'receipt', document: 'file' };

type Props = {
  calls: AttachedFileCalls;
  /** Decides which kinds they may be and what they are called. */
  purpose?: Purpose;
  /** Undefined until they are loaded. */
  items: readonly AttachedFile[] | undefined;
  /** How many there are, as far as that is known. */
  count: number;
  error: Error | null;
  onRetry: () => void;
};

/** Files of something: shown, opened, added and removed. */
export function AttachedFiles({
  mayRemove,
  ...props
}: Props & { mayRemove: (file: AttachedFile) => boolean }) {
  const { purpose = 'receipt' } = props;
  const noun = nounByPurpose[purpose];
  const place = useRef<HTMLDivElement>(null);
  const { uploads, list } = useUploads({
    deliver: (file, progress) => sendFile(file, { purpose, ...progress }),
    attach: (id) => props.calls.add(id),
    forgetsArrived: true,
  });
  const remove = useRemove(props.calls, noun, () =>
    place.current?.querySelector('button')?.focus(),
  );
  return (
    <div ref={place}>
      <FilePicker
        label={`Add ${capitalize(noun)}s`}
        accept={acceptedByPurpose[purpose]}
        onFiles={uploads.add}
      >
        <AttachedFileList
          {...props}
          isAdding={list.length > 0}
          mayRemove={mayRemove}
          onRemove={remove}
        />
        <UploadList list={list} uploads={uploads} />
      </FilePicker>
    </div>
  );
}

function useRemove({ add, remove }: AttachedFileCalls, noun: Noun, onRemoved: () => void) {
  const { mutate, isPending } = useMutation({ mutationFn: remove });
  const bringBack = ({ id, name }: AttachedFile) =>
    add(id).then(
      () => toast.success({ title: `${capitalize(noun)} brought back`, description: name }),
      (error: unknown) => toastFailure(`Failed to bring back the ${noun}`, error),
    );
  return (file: AttachedFile) => {
    if (isPending) return;
    mutate(file.id, {
      onSuccess: () => {
        onRemoved();
        toast.success({
          title: `${capitalize(noun)} removed`,
          description: file.name,
          action: { label: 'Undo', onPress: () => void bringBack(file) },
        });
      },
      onError: (error) => toastFailure(`Failed to remove the ${noun}`, error),
    });
  };
}

const capitalize = (noun: Noun) => (noun === 'receipt' ? 'Receipt' : 'File');

/** Files of something: shown and opened. */
export function AttachedFileList({
  calls,
  purpose = 'receipt',
  items,
  count,
  error,
  onRetry,
  isAdding = false,
  mayRemove,
  onRemove,
}: Props & {
  isAdding?: boolean;
  mayRemove?: (file: AttachedFile) => boolean;
  onRemove?: (file: AttachedFile) => void;
}) {
  const [shown, setShown] = useState<Id<'file'>>();
  const noun = nounByPurpose[purpose];
  if (count === 0) return isAdding ? null : <NoFiles noun={noun} />;
  if (error) {
    return (
      <ErrorState title={`Couldn't load the ${noun}s.`} onRetry={onRetry}>
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
        {items.map((file) => (
          <AttachedFileRow
            key={file.id}
            file={file}
            getAddress={calls.getAddress}
            onShow={() => setShown(file.id)}
            onRemove={mayRemove?.(file) ? () => onRemove?.(file) : undefined}
          />
        ))}
      </ul>
      <FileViewer
        items={items}
        noun={noun}
        getAddress={calls.getAddress}
        shown={shown}
        onShow={setShown}
      />
    </>
  );
}

function NoFiles({ noun }: { noun: Noun }) {
  return (
    <p className="flex items-center gap-2 text-third">
      <Paperclip aria-hidden="true" className="size-4 shrink-0" />
      No {noun}s yet
    </p>
  );
}

const isPicture = ({ mediaType }: AttachedFile) => mediaType.startsWith('image/');

function AttachedFileRow({
  file,
  getAddress,
  onShow,
  onRemove,
}: Pick<AttachedFileCalls, 'getAddress'> & {
  file: AttachedFile;
  onShow: () => void;
  onRemove: (() => void) | undefined;
}) {
  const { chapter } = useSession();
  const { id, name, by, at } = file;
  const linkClass =
    'touch-target relative block max-w-full truncate text-left text-primary-ink underline-offset-3 hover:underline';
  return (
    <FileRow
      preview={isPicture(file) ? getAddress(id, 'readPreview') : undefined}
      actions={
        onRemove && <IconButton label={`Remove ${name}`} icon={<Trash2 />} onClick={onRemove} />
      }
    >
      {isPicture(file) ? (
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
