/**
 * A sign-in under way: what the return from the provider is checked by. The browser that began it
 * carries it in a cookie, encrypted, so that the server keeps nothing of people who never return.
 */
import { refuse } from '#kit/result.ts';
import { readCookie, writeCookie } from '../shared/cookies.ts';
import { decrypt, encrypt } from '../shared/encryption.ts';

export type Flight = {
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

export const longestFlightSeconds = 10 * 60;
const name = 'hub_hosted';
const purpose = 'hub: a hosted sign-in under way';

export function flightCookie(flight: Flight, { secret, isSecure }: Options): string {
  const text = JSON.stringify({ ...flight, begunAt: nowSeconds() });
  const value = encrypt(text, { secret, purpose });
  return writeCookie({ name, value, seconds: longestFlightSeconds, isSecure });
}

export function clearedFlightCookie(isSecure: boolean): string {
  return writeCookie({ name, value: '', seconds: 0, isSecure });
}

/** Undefined for none, one that is not ours, and one begun too long ago. */
export function readFlight(
  header: string | undefined,
  { secret, isSecure }: Options,
): Flight | undefined {
  const value = readCookie(header, { name, isSecure });
  const text = value === undefined ? undefined : decrypt(value, { secret, purpose });
  if (text === undefined) return undefined;
  const { begunAt, ...flight } = JSON.parse(text) as Flight & { begunAt: number };
  return nowSeconds() - begunAt <= longestFlightSeconds ? flight : undefined;
}

export const notBegun = refuse(
  'unauthenticated',
  'hosted_not_begun',
  'This sign-in expired. Please try again.',
);

function nowSeconds(): number {
  return Math.floor(Temporal.Now.instant().epochMilliseconds / 1_000);
}
