import { isConflict } from '#web/api/call-error.ts';
import { DialogSubmit } from '#web/ui/overlays/dialog.tsx';
import { SaveFailure } from '#web/ui/states/save-failure.tsx';

/** The footer of a dialog that saves a record, and says why the last attempt failed. */
export function SaveFooter({
  what,
  label,
  save,
  error = save.error,
}: {
  /** 'folder' */
  what: string;
  label: string;
  save: { readonly error: Error | null; readonly isPending: boolean };
  /** Null if a field shows it. */
  error?: Error | null;
}) {
  return (
    <>
      <SaveFailure what={`the ${what}`} error={error} className="basis-full!" />
      <DialogSubmit isBusy={save.isPending} busyLabel="Saving...">
        {isConflict(error) ? 'Save My Changes' : label}
      </DialogSubmit>
    </>
  );
}
