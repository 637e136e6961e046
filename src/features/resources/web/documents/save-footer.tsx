import { describeFailure, isConflict } from '#web/api/call-error.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DialogClose } from '#web/ui/overlays/dialog.tsx';

/** The footer of a form that saves a document or a folder, and says why the last attempt failed. */
export function SaveFooter({
  what,
  label,
  error,
  isBusy,
}: {
  what: 'document' | 'folder';
  label: string;
  /** Null if there is none, or if a field shows it. */
  error: Error | null;
  isBusy: boolean;
}) {
  const hasConflict = isConflict(error);
  return (
    <>
      {error && (
        <Notice tone={hasConflict ? 'warn' : 'error'} className="basis-full!">
          {hasConflict
            ? `Someone else changed this ${what} while you were editing. Your changes are still here.`
            : `Couldn't save the ${what}. ${describeFailure(error)}`}
        </Notice>
      )}
      <DialogClose disabled={isBusy} />
      <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Saving...">
        {hasConflict ? 'Save My Changes' : label}
      </Button>
    </>
  );
}
