import { ok, type Result } from '#kit/result.ts';
import type { RefusalWithCookies } from './require-second-factor.ts';
import type { SignedIn } from './session.ts';

type Headers = { setHeader(name: string, value: string[]): void };

/** The view of who signed in, with the cookies of the session, or of what is still to be done. */
export function withCookies(headers: Headers, result: Result<SignedIn>): Result<SignedIn['view']> {
  if (result.ok) {
    headers.setHeader('set-cookie', result.value.cookies);
    return ok(result.value.view);
  }
  if (leadsOn(result)) headers.setHeader('set-cookie', result.cookies);
  return result;
}

function leadsOn(result: object): result is RefusalWithCookies {
  return 'cookies' in result;
}
