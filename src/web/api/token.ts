/**
 * The bearer token. Kept only in memory, so that it is never stored on disk; the session cookie fetches
 * a new one.
 */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

export type BearerToken = {
  readonly token: string;
  readonly expiresAt: Instant;
  readonly chapterId: Id<'chapter'>;
};

const renewBeforeMilliseconds = 60_000;

export type TokenKeeper = {
  /** Returns a valid token; concurrent callers share one renewal. */
  current(): Promise<string>;
  /** Stores a token from another reply. */
  store(reply: BearerToken): void;
  /** Never returns this refused token again. */
  drop(token: string): void;
  /** Forgets the token and any that is being fetched. */
  forget(): void;
};

export function createTokenKeeper(
  fetchToken: () => Promise<BearerToken>,
  nowMilliseconds: () => number = () => Temporal.Now.instant().epochMilliseconds,
): TokenKeeper {
  let stored: { token: string; endsAt: number } | undefined;
  let renewalInProgress: Promise<string> | undefined;

  const getExpiry = (reply: BearerToken) =>
    Temporal.Instant.from(reply.expiresAt).epochMilliseconds;

  const renew = () => {
    if (renewalInProgress) return renewalInProgress;
    const renewal: Promise<string> = fetchToken()
      .then((reply) => {
        // If forgotten in the meantime, only the waiting callers get this token.
        if (renewalInProgress === renewal)
          stored = { token: reply.token, endsAt: getExpiry(reply) };
        return reply.token;
      })
      .finally(() => {
        if (renewalInProgress === renewal) renewalInProgress = undefined;
      });
    renewalInProgress = renewal;
    return renewal;
  };

  return {
    current() {
      if (!stored) return renew();
      const remaining = stored.endsAt - nowMilliseconds();
      if (remaining <= 0) return renew();
      // Still valid: renew in the background. A failure matters only once it expires.
      if (remaining < renewBeforeMilliseconds) renew().catch(() => undefined);
      return Promise.resolve(stored.token);
    },
    store(reply) {
      stored = { token: reply.token, endsAt: getExpiry(reply) };
    },
    drop(token) {
      if (stored?.token === token) stored = undefined;
    },
    forget() {
      stored = undefined;
      renewalInProgress = undefined;
    },
  };
}
