import { ok, type Result } from '#kit/result.ts';
import type { RefusalWithCookies } from './require-second-factor.ts';
import type { StartedSession } from './session.ts';

type Headers = { setHeader(name: string, value: string[]): void };

/** Sets the cookies of a started session, or those of a refusal that allows the next step. */
export function withCookies(
  headers: Headers,
  result: Result<StartedSession>,
): Result<StartedSession['view']> {
  if (result.ok) {
    headers.setHeader('set-cookie', result.value.cookies);
    return ok(result.value.view);
  }
  if (hasCookies(result)) headers.setHeader('set-cookie', result.cookies);
  return result;
}

function hasCookies(result: object): result is RefusalWithCookies {
  return 'cookies' in result;
}
