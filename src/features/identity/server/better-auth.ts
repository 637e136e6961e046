/** better-auth keeps the signing keys in the schema `auth`. It serves no route of its own. */
import { betterAuth } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import type { KyselyPlugin, UnknownRow } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { BearerToken } from '../contract.ts';
import { sessionLifetime } from './sessions/session-lifetime.ts';
import { sessionCookieAttributes, sessionCookieName } from './shared/session-cookie.ts';
import { type Bearer, signBearerToken } from './tokens/bearer-token.ts';
import { signingKeyOptions } from './tokens/signing-key.ts';

export type AuthOptions = {
  db: Db;
  /** Encrypts the private signing keys and signs the session cookie. */
  secret: string;
  /** Whether people reach the hub by https. */
  isSecure: boolean;
  onError?: (message: string) => void;
};

/** All that the hub has better-auth do. */
export type Auth = {
  /** Signs a bearer token for a living session, with a key made for it if there is none. */
  issueToken(bearer: Bearer): Promise<BearerToken>;
};

/** What better-auth is told about its tables; migrations/0001_auth.sql makes exactly these. */
export function authOptions(options: AuthOptions) {
  return {
    appName: 'Chapter Hub',
    // Only ever compared with origins of requests, and none reaches better-auth.
    baseURL: options.isSecure ? 'https://localhost' : 'http://localhost',
    secret: options.secret,
    database: {
      db: options.db.withPlugin(datesPlugin),
      type: 'postgres' as const,
      schemaName: 'auth',
    },
    telemetry: { enabled: false },
    // The reason of a failure alone: what follows it may hold an address.
    logger: {
      level: 'error' as const,
      log: (_level: string, message: string) => options.onError?.(message),
    },
    rateLimit: { enabled: false },
    user: {
      additionalFields: {
        disabledAt: { type: 'date' as const, required: false, input: false },
        lastChapterId: { type: 'string' as const, required: false, input: false },
      },
    },
    session: {
      // How long the cookie lives; the row's own, shorter time is set and extended by session.ts.
      expiresIn: sessionLifetime.longestSeconds,
      disableSessionRefresh: true,
      additionalFields: {
        activeChapterId: { type: 'string' as const, required: false, input: false },
      },
    },
    advanced: {
      useSecureCookies: false,
      ipAddress: { disableIpTracking: true },
      // The migrations are checksummed, and a test compares them with these options.
      database: { validateSchema: false },
      cookies: {
        session_token: {
          name: sessionCookieName(options.isSecure),
          attributes: sessionCookieAttributes(options.isSecure),
        },
      },
    },
    plugins: [jwt(signingKeyOptions)],
  };
}

export function createAuth(options: AuthOptions): Auth {
  const auth = betterAuth(authOptions(options));
  return {
    issueToken: async (bearer) => signBearerToken(options.db, await auth.$context, bearer),
  };
}

/** The hub's connection gives instants as text; better-auth compares `Date` objects. */
const datesPlugin: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => ({ ...result, rows: result.rows.map(withDates) }),
};

function withDates(row: UnknownRow): UnknownRow {
  const changed = { ...row };
  for (const [column, value] of Object.entries(row)) {
    if (!column.endsWith('At') || typeof value !== 'string') continue;
    // oxlint-disable-next-line no-restricted-globals -- what better-auth works with
    changed[column] = new Date(value);
  }
  return changed;
}
