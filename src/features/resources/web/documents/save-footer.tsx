import { isConflict } from '#web/api/call-error.ts';
import { DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { SaveFailure } from '#web/ui/states/save-failure.tsx';

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
  return (
    <>
      <SaveFailure what={`the ${what}`} error={error} className="basis-full!" />
      <DialogSubmit isBusy={isBusy} busyLabel="Saving...">
        {isConflict(error) ? 'Save My Changes' : label}
      </DialogSubmit>
    </>
  );
}
