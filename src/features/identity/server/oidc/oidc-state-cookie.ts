/**
 * A sign-in under way: what the return from the provider is checked by. The browser that began it
 * carries it in a cookie, encrypted, so that the server keeps nothing of people who never return.
 */
import { refuse } from '#kit/result.ts';
import { readCookie, writeCookie } from '../shared/cookies.ts';
import { decrypt, encrypt } from '../shared/encryption.ts';

export type OidcState = {
  purpose:
    | { kind: 'sign-in' }
    | { kind: 'join'; invitation: string }
    | { kind: 'connect'; accountId: string };
  state: string;
  nonce: string;
  /** PKCE: without it the provider's code is worth nothing. */
  verifier: string;
  returnTo: string;
};

type Options = { secret: string; isSecure: boolean };

export const maxSignInSeconds = 10 * 60;
const name = 'hub_hosted';
const purpose = 'hub: a hosted sign-in under way';

export function writeStateCookie(flight: OidcState, { secret, isSecure }: Options): string {
  const text = JSON.stringify({ ...flight, begunAt: nowSeconds() });
  const value = encrypt(text, { secret, purpose });
  return writeCookie({ name, value, seconds: maxSignInSeconds, isSecure });
}

export function clearStateCookie(isSecure: boolean): string {
  return writeCookie({ name, value: '', seconds: 0, isSecure });
}

/** Undefined for none, one that is not ours, and one begun too long ago. */
export function readStateCookie(
  header: string | undefined,
  { secret, isSecure }: Options,
): OidcState | undefined {
  const value = readCookie(header, { name, isSecure });
  const text = value === undefined ? undefined : decrypt(value, { secret, purpose });
  if (text === undefined) return undefined;
  const { begunAt, ...flight } = JSON.parse(text) as OidcState & { begunAt: number };
  return nowSeconds() - begunAt <= maxSignInSeconds ? flight : undefined;
}

export const notBegun = refuse(
  'unauthenticated',
  'hosted_not_begun',
  'This sign-in expired. Please try again.',
);

function nowSeconds(): number {
  return Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);
}
