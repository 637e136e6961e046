const daySeconds = 24 * 60 * 60;

/** A session ends a week after its last use, and after thirty days at the latest. */
export const sessionLifetime = {
  idleSeconds: 7 * daySeconds,
  maxSeconds: 30 * daySeconds,
} as const;

/** Longer user agents are truncated. */
export const maxUserAgentLength = 200;
