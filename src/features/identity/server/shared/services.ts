import type { Db } from '#server/database/db.ts';
import type { OidcService } from '../oidc/oidc-service.ts';

/** What identity works with; other features ask for the part of it that they use. */
export type IdentityServices = {
  readonly db: Db;
  /** At least 32 characters; the same for every server and command of one database. */
  readonly secret: string;
  /** Whether people reach the hub by https: decides the cookies' names and their Secure attribute. */
  readonly isSecure: boolean;
  /** Where people reach the hub, without a slash at the end; asked when a link is made. */
  readonly publicUrl: () => string;
  /** Whether an SMTP server is configured. */
  readonly sendsMail: boolean;
  /** Absent when no hosted provider is configured. */
  readonly oidc: OidcService | undefined;
};
