import type { Links } from '#features/auth/contract.ts';
import type { ChapterPolicy, Role } from '#features/auth/role.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/db.ts';
import type { NewId } from '#server/ids.ts';
import type { Auth } from './better-auth.ts';
import { callersByToken, type FindCaller } from './identity-store.ts';
import type { Mailer } from './mail.ts';
import { publicKeysOf } from './signing-key.ts';
import { createTokenVerifier, type VerifyToken } from './verify-token.ts';

export type DemoSignIn = { email: string; password: string; role: Role };

export type NewChapter = {
  id: Id;
  name: string;
  timeZone: string;
  policy: ChapterPolicy;
  links: Links;
};

export type AuthOptions = {
  db: Db;
  /** At least 32 characters; the same for every server and command of one database. */
  secret: string;
  /** Whether people reach the hub by https: decides the cookie's name and its Secure attribute. */
  isSecure: boolean;
  /** Where people reach the hub, without a slash at the end; asked when a link is made. */
  publicUrl: () => string;
  /** What the set-up screen proposes, and the links of the card while no chapter exists. */
  chapterDefaults: { name: string; timeZone: string } & Links;
  /** Absent when no SMTP is configured. */
  mailer: Mailer | undefined;
  /** Empty outside demo mode. */
  demoSignIns: readonly DemoSignIn[];
  /** What other features give a chapter at birth, such as its main calendar. */
  prepareChapter: (
    tx: Tx,
    chapter: NewChapter,
    by: { now: Instant; newId: NewId },
  ) => Promise<void>;
  onError?: (message: string) => void;
};

export type AuthServices = AuthOptions & {
  /** Loaded at its first use: the library takes a quarter of a second, which a start need not wait for. */
  auth: () => Promise<Auth>;
  verifyToken: VerifyToken;
  findCaller: FindCaller;
};

export function createAuthServices(options: AuthOptions): AuthServices {
  let auth: Promise<Auth> | undefined;
  return {
    ...options,
    auth: () => {
      auth ??= import('./better-auth.ts').then(({ createAuth }) => createAuth(options));
      return auth;
    },
    verifyToken: createTokenVerifier(publicKeysOf(options.db)),
    findCaller: callersByToken(options.db),
  };
}
