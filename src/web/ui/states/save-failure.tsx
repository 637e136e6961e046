import { describeFailure, isConflict } from '#web/api/call-error.ts';
import { Notice } from '../notice.tsx';

/** Why the last save of a form failed. After a conflict, the form is about the latest version. */
export function SaveFailure({
  what,
  error,
  className,
}: {
  /** 'the profile' */
  what: string;
  /** Null if there is none, or if a field shows it. */
  error: Error | null;
  className?: string | undefined;
}) {
  if (error === null) return null;
  return isConflict(error) ? (
    <Notice tone="warn" className={className}>
      Someone else changed {what} while you were editing. Your changes are still here, and fields
      you didn't change are up to date.
    </Notice>
  ) : (
    <WriteFailure lead={`Couldn't save ${what}.`} error={error} className={className} />
  );
}

/** Why the last write failed. */
export function WriteFailure({
  lead,
  error,
  isSavedOnce,
  className,
}: {
  /** "Couldn't create the address." */
  lead?: string;
  /** Null if there is none. */
  error: Error | null;
  /** Whether a key or a version keeps a repeated request from saving twice. */
  isSavedOnce?: boolean;
  className?: string | undefined;
}) {
  return (
    error && (
      <Notice tone="error" className={className}>
        {lead && `${lead} `}
        {describeFailure(error, { isSavedOnce })}
      </Notice>
    )
  );
}
