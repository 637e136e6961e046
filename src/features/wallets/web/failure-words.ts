import { CallError } from '#web/call-error.ts';
import { toast } from '#web/ui/toast.ts';

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
