import RotateCw from 'lucide-react/icons/rotate-cw';
import X from 'lucide-react/icons/x';
import { describeFailure, getRefusal } from '#web/api/call-error.ts';
import { IconButton } from '#web/ui/actions/icon-button.tsx';
import { FileRow } from './file-row.tsx';
import type { Upload, Uploads } from './uploads.ts';

/** Each with its progress, Retry if it failed, and Cancel or Remove. Nothing if there are none. */
export function UploadList({ list, uploads }: { list: readonly Upload[]; uploads: Uploads }) {
  if (list.length === 0) return null;
  const rows = list.map(({ id, name, preview, state, sent, error }) => (
    <FileRow
      key={id}
      preview={preview}
      actions={
        <>
          {state === 'failed' && !isRefusedForGood(error) && (
            <IconButton
              label={`Retry ${name}`}
              icon={<RotateCw />}
              onClick={({ currentTarget }) => {
                // Goes away, so the focus moves on.
                (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
                uploads.retry(id);
              }}
            />
          )}
          <IconButton
            label={`${state === 'done' || state === 'failed' ? 'Remove' : 'Cancel'} ${name}`}
            icon={<X />}
            onClick={({ currentTarget }) => {
              focusPicker(currentTarget);
              uploads.remove(id);
            }}
          />
        </>
      }
    >
      <p className="truncate">{name}</p>
      {state === 'failed' ? (
        <p role="alert" className="text-xs text-owes">
          {describeFailure(error)}
        </p>
      ) : state === 'done' ? (
        <p className="text-xs text-third">Uploaded</p>
      ) : (
        <progress
          aria-label={`Uploading ${name}`}
          value={sent}
          className="mt-1 block h-1.5 w-full appearance-none overflow-hidden rounded-badge bg-line [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-primary"
        />
      )}
    </FileRow>
  ));
  return <ul className="flex flex-col gap-1">{rows}</ul>;
}

/** About the file itself, so sending it again would change nothing. */
const refusalsForGood = [
  'too_large',
  'not_a_receipt',
  'not_a_document',
  'old_office_format',
  'password_protected',
  'heic_unsupported',
  'too_many_pixels',
  'unreadable_picture',
  'picture_too_large',
  'picture_too_slow',
];

function isRefusedForGood(error: unknown): boolean {
  return refusalsForGood.includes(getRefusal(error)?.code ?? '');
}

/** The row with the focus goes away. */
function focusPicker(inRow: Element): void {
  const buttons = inRow.closest('[data-file-picker]')?.querySelectorAll<HTMLElement>('button');
  const rest = [...(buttons ?? [])].filter((button) => button.closest('li') === null);
  rest[0]?.focus();
}
