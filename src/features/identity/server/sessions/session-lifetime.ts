const daySeconds = 24 * 60 * 60;

/** A session ends a week after it was last used, and in any case after thirty days. */
export const sessionLifetime = {
  idleSeconds: 7 * daySeconds,
  maxSeconds: 30 * daySeconds,
} as const;

/** How much of what a browser calls itself is kept. */
export const maxUserAgentLength = 200;
