import type { Db } from '#server/database/db.ts';
import type { OidcService } from '../oidc/oidc-service.ts';
import type { PasswordCost } from './password.ts';

/** Dependencies of identity; other features request the part they use. */
export type IdentityServices = {
  readonly db: Db;
  /** At least 32 characters; shared by every server and command of one database. */
  readonly secret: string;
  readonly passwordCost: PasswordCost;
  /** Whether the public URL is https; decides the cookies' names and Secure attribute. */
  readonly isSecure: boolean;
  /** Without a trailing slash; a function because the port is known only after listening. */
  readonly publicUrl: () => string;
  /** Whether an SMTP server is configured. */
  readonly sendsMail: boolean;
  /** Undefined if no OIDC provider is configured. */
  readonly oidc: OidcService | undefined;
};
