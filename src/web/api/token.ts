/**
 * The bearer token. Kept in memory only, so that no script of another origin, extension storage or
 * disk ever holds it; the session cookie fetches a new one.
 */
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';

export type BearerToken = {
  readonly token: string;
  readonly expiresAt: Instant;
  readonly chapterId: Id<'chapter'>;
};

/** Renewed this long before it ends, while the old one still works. */
const renewBeforeMilliseconds = 60_000;

export type TokenKeeper = {
  /** A token that is good now; renewed at most once at a time, whoever asks. */
  current(): Promise<string>;
  /** One that came along with another reply. */
  hold(reply: BearerToken): void;
  /** `token` was refused: never give it out again. */
  drop(token: string): void;
  /** Signed out, or another chapter: forget it, and what is being fetched. */
  forget(): void;
};

export function createTokenKeeper(
  fetchToken: () => Promise<BearerToken>,
  nowMilliseconds: () => number = () => Temporal.Now.instant().epochMilliseconds,
): TokenKeeper {
  let held: { token: string; endsAt: number } | undefined;
  let underWay: Promise<string> | undefined;

  const endOf = (reply: BearerToken) => Temporal.Instant.from(reply.expiresAt).epochMilliseconds;

  const renew = () => {
    if (underWay) return underWay;
    const renewal: Promise<string> = fetchToken()
      .then((reply) => {
        // Forgotten meanwhile: whoever waited gets it, nobody after them.
        if (underWay === renewal) held = { token: reply.token, endsAt: endOf(reply) };
        return reply.token;
      })
      .finally(() => {
        if (underWay === renewal) underWay = undefined;
      });
    underWay = renewal;
    return renewal;
  };

  return {
    current() {
      if (!held) return renew();
      const left = held.endsAt - nowMilliseconds();
      if (left <= 0) return renew();
      // Still good: use it and fetch the next behind the scenes. A failure shows when it matters.
      if (left < renewBeforeMilliseconds) renew().catch(() => undefined);
      return Promise.resolve(held.token);
    },
    hold(reply) {
      held = { token: reply.token, endsAt: endOf(reply) };
    },
    drop(token) {
      if (held?.token === token) held = undefined;
    },
    forget() {
      held = undefined;
      underWay = undefined;
    },
  };
}
