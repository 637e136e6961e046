import { CallError, hasCode, refusalOf } from '#web/call-error.ts';
import { toast } from '#web/ui/toast.ts';

/**
 * Why a write failed, for the dialog to keep: the server's own words where it has some for the
 * person.
 */
export function failureWords(error: unknown): string {
  if (hasCode(error, 'database_unavailable')) {
    return 'The database did not answer, so it is not known whether this was saved. Try again: nothing is saved twice.';
  }
  return refusalOf(error)?.message ?? messageOf(error) ?? String(error);
}

/** The message of a failure, where it has one. */
export function messageOf(error: unknown): string | undefined {
  return (error instanceof Error && error.message) || undefined;
}

/** Says a failure in the specification's words. */
export function toastFailure(description: string): void {
  toast.error({ title: 'Error', description });
}

/** It is not there, or not any more. */
export function isGone(error: unknown): boolean {
  return error instanceof CallError && error.status === 404;
}

/** Somebody else changed it since it was seen. */
export function isChangedMeanwhile(error: unknown): boolean {
  return error instanceof CallError && error.status === 412;
}
