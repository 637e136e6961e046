import { CallError, describeFailure, hasCode } from '#web/api/call-error.ts';

/** Describes why signing in failed and what to do. */
export function describeSignInFailure(error: Error): string {
  if (hasCode(error, 'wrong_credentials')) return 'Wrong email or password.';
  if (error instanceof CallError && error.status === 429) {
    return `Too many attempts. Try again ${formatWait(error.retryAfterSeconds)}.`;
  }
  return describeFailure(error, { isSavedOnce: false });
}

function formatWait(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a minute';
  return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
}
