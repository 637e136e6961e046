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
  className?: string;
}) {
  if (error === null) return null;
  return isConflict(error) ? (
    <Notice tone="warn" className={className}>
      Someone else changed {what} while you were editing. Your changes are still here, and fields
      you didn't change are up to date.
    </Notice>
  ) : (
    <Notice tone="error" className={className}>
      Couldn't save {what}. {describeFailure(error)}
    </Notice>
  );
}
