import { CallError, describeFailure, hasCode } from '#web/api/call-error.ts';

/** What a person who could not get in reads: what happened and what to do. */
export function signInFailure(error: Error): string {
  if (hasCode(error, 'wrong_credentials')) return 'Wrong email or password.';
  if (error instanceof CallError && error.status === 429) {
    return `Too many attempts. Try again ${waitOf(error.retryAfterSeconds)}.`;
  }
  return describeFailure(error, { isSavedOnce: false });
}

function waitOf(seconds: number | undefined): string {
  if (seconds === undefined) return 'in a minute';
  return seconds === 1 ? 'in a second' : `in ${seconds} seconds`;
}
