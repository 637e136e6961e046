import { CallError, failureWords } from '#web/call-error.ts';
import { toast } from '#web/ui/toast.ts';

/** Says a failure in the specification's words, with the reason below. */
export function toastFailure(title: string, error: unknown): void {
  toast.error({ title, description: failureWords(error) });
}

/** What was asked for is not there, or not any more. */
export function isGone(error: Error | null): boolean {
  return error instanceof CallError && error.status === 404;
}
