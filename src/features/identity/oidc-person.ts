/** Whom a hosted provider vouches for, and who of them joins without an invitation. */
import * as z from 'zod/mini';
import { email } from './contract.ts';

export type OidcPerson = {
  /** Issuer and subject together are the identity; nothing else a provider says is. */
  issuer: string;
  subject: string;
  /** In lower case; only one that the provider says it has verified. */
  verifiedEmail: string | undefined;
  /** As the provider has it; undefined where it says nothing. */
  name: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
};

const withoutControls = (text: string) => text.replaceAll(/\p{Cc}/gu, '');

const name = z.catch(
  z.optional(
    z.pipe(
      z.string(),
      z.transform((text) => withoutControls(text).trim().slice(0, 100) || undefined),
    ),
  ),
  undefined,
);

const claims = z.object({
  iss: z.string().check(z.minLength(1), z.maxLength(500)),
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.catch(z.optional(email), undefined),
  // Some providers write it as text.
  email_verified: z.catch(z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])), undefined),
  name,
  given_name: name,
  family_name: name,
});

/** Reads the claims of a verified ID token; undefined without an identity. */
export function readOidcPerson(value: unknown): OidcPerson | undefined {
  const read = claims.safeParse(value).data;
  if (!read) return undefined;
  const isVerified = read.email_verified === true || read.email_verified === 'true';
  return {
    issuer: read.iss,
    subject: read.sub,
    verifiedEmail: isVerified ? read.email : undefined,
    name: read.name,
    firstName: read.given_name,
    lastName: read.family_name,
  };
}

/** What a new account and member are called. */
export function toMemberNames({ name: whole, firstName, lastName, verifiedEmail }: OidcPerson): {
  displayName: string;
  firstName: string | null;
  lastName: string | null;
} {
  const both = [firstName, lastName].filter(Boolean).join(' ');
  const displayName = whole ?? (both || verifiedEmail?.split('@')[0]) ?? 'New member';
  return {
    displayName: displayName.slice(0, 100),
    firstName: firstName ?? null,
    lastName: lastName ?? null,
  };
}

/** `allow`: whole addresses, and domains, which do not stand for the domains below them. */
export function isAllowed(address: string, allow: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return allow.some((one) => one === address || one === domain);
}
