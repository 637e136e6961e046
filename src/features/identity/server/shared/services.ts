import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Result } from '#kit/result.ts';
import type { ChapterPolicy, Role } from '#kit/role.ts';
import type { HostedConfig, TrustedIssuer } from '#server/config/identity-config.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { Mailer } from '#server/mail/mail.ts';
import { hostedReturnPath, type Links } from '../../contract.ts';
import { bearersOf, type FindBearer } from '../oidc/bearer-identity.ts';
import type { HostedProvider } from '../oidc/hosted-provider.ts';

export type DemoSignIn = { email: string; password: string; role: Role };

export type NewChapter = {
  id: Id;
  name: string;
  timeZone: string;
  policy: ChapterPolicy;
  links: Links;
};

type By = { now: Instant; newId: NewId };

/** Somebody whom a hosted provider has identified. */
export type IdentifiedJoiner = {
  accountId: string;
  /** Undefined while the provider has not verified it. */
  email: string | undefined;
  displayName: string;
  firstName: string | null;
  lastName: string | null;
};

/** How identified people become members: chapters decide it. */
export type JoinByIdentity = {
  /** By the link of an invitation, and only by the address it went to. */
  byInvitation: (
    tx: Tx,
    token: string,
    joiner: IdentifiedJoiner,
    by: By,
  ) => Promise<Result<unknown>>;
  /** Into the first chapter, once, so that an admin's removal stays. */
  byAllowList: (tx: Tx, joiner: IdentifiedJoiner & { email: string }, by: By) => Promise<void>;
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
  /** Absent when no hosted provider is configured. */
  hostedConfig: HostedConfig | undefined;
  /** Whose tokens are accepted beside our own. */
  trustedIssuers: readonly TrustedIssuer[];
  /** Empty outside demo mode. */
  demoSignIns: readonly DemoSignIn[];
  /** What other features give a chapter at birth, such as its main calendar. */
  prepareChapter: (
    tx: Tx,
    chapter: NewChapter,
    by: { now: Instant; newId: NewId },
  ) => Promise<void>;
  /** The outside links of the first chapter, or undefined while there is none. */
  findFirstLinks: (db: Db) => Promise<Links | undefined>;
  joinByIdentity: JoinByIdentity;
  onError?: (message: string) => void;
};

export type Hosted = Pick<HostedConfig, 'name' | 'allow'> & {
  provider: () => Promise<HostedProvider>;
};

export type AuthServices = AuthOptions & {
  /** The provider's part is loaded at its first use. */
  hosted: Hosted | undefined;
  findBearer: FindBearer;
};

export function createAuthServices(options: AuthOptions): AuthServices {
  return {
    ...options,
    hosted: createHosted(options),
    findBearer: bearersOf(options.db, options.trustedIssuers),
  };
}

function createHosted(options: AuthOptions): Hosted | undefined {
  const { hostedConfig: config, publicUrl, onError = () => {} } = options;
  if (!config) return undefined;
  const redirectUri = () => `${publicUrl()}${hostedReturnPath}`;
  let provider: Promise<HostedProvider> | undefined;
  return {
    name: config.name,
    allow: config.allow,
    provider: () => {
      provider ??= import('../oidc/hosted-provider.ts').then(({ createHostedProvider }) =>
        createHostedProvider(config, redirectUri, onError),
      );
      return provider;
    },
  };
}
