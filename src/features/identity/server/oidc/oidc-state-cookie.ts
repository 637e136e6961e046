/**
 * The state of a pending OIDC sign-in, which its callback is verified against. The browser keeps it
 * in an encrypted cookie, so that the server stores nothing for people who never return.
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
  /** PKCE code verifier. */
  verifier: string;
  returnTo: string;
};

type Options = { secret: string; isSecure: boolean };

const maxSignInSeconds = 10 * 60;
const cookieName = 'hub_hosted';
const encryptionPurpose = 'hub: a hosted sign-in under way';

export function writeStateCookie(state: OidcState, { secret, isSecure }: Options): string {
  const text = JSON.stringify({ ...state, begunAt: nowSeconds() });
  const value = encrypt(text, { secret, purpose: encryptionPurpose });
  return writeCookie({ name: cookieName, value, seconds: maxSignInSeconds, isSecure });
}

export function clearStateCookie(isSecure: boolean): string {
  return writeCookie({ name: cookieName, value: '', seconds: 0, isSecure });
}

/** Undefined for a missing, forged or expired cookie. */
export function readStateCookie(
  header: string | undefined,
  { secret, isSecure }: Options,
): OidcState | undefined {
  const value = readCookie(header, { name: cookieName, isSecure });
  const text =
    value === undefined ? undefined : decrypt(value, { secret, purpose: encryptionPurpose });
  if (text === undefined) return undefined;
  const { begunAt, ...state } = JSON.parse(text) as OidcState & { begunAt: number };
  return nowSeconds() - begunAt <= maxSignInSeconds ? state : undefined;
}

export const notStarted = refuse(
  'unauthenticated',
  'hosted_not_begun',
  'This sign-in expired. Please try again.',
);

function nowSeconds(): number {
  return Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);
}
