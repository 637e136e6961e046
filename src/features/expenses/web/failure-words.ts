import { CallError, hasCode, refusalOf } from '#web/call-error.ts';
import { toast } from '#web/ui/toast.ts';

/** Why a write failed: the server's own words where it has some. */
export function failureWords(error: unknown): string {
  if (hasCode(error, 'database_unavailable')) {
    return 'The database did not answer, so it is not known whether this was saved. Try again: nothing is saved twice.';
  }
  return refusalOf(error)?.message ?? (error instanceof Error ? error.message : String(error));
}

/** Says a failure in the specification's words, with the reason below. */
export function toastFailure(title: string, error: unknown): void {
  toast.error({ title, description: failureWords(error) });
}

/** What was asked for is not there, or not any more. */
export function isGone(error: Error | null): boolean {
  return error instanceof CallError && error.status === 404;
}
