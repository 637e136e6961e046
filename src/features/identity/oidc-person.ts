/** People identified by the OIDC provider, and who of them joins without an invitation. */
import * as z from 'zod/mini';
import { toLine } from '#kit/line.ts';
import { isStorableText, takeCharacters } from '#kit/text.ts';
import { email } from './contract.ts';

export type OidcPerson = {
  /** Issuer and subject together are the identity; no other claim is. */
  issuer: string;
  subject: string;
  /** In lower case; undefined unless the provider has verified it. */
  verifiedEmail: string | undefined;
  /** Full name from the provider. */
  name: string | undefined;
  firstName: string | undefined;
  lastName: string | undefined;
};

const toName = (line: string) => takeCharacters(line, 100).trim();

const name = z.catch(
  z.optional(
    z.pipe(
      z.string(),
      z.transform((text) => toName(toLine(text.slice(0, 1_000).toWellFormed())) || undefined),
    ),
  ),
  undefined,
);

const claims = z.object({
  iss: z.string().check(z.minLength(1), z.maxLength(500)),
  sub: z.string().check(z.minLength(1), z.maxLength(255), z.refine(isStorableText)),
  email: z.catch(z.optional(email), undefined),
  // Some providers send a string.
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

/** The names of a new account and member. */
export function toMemberNames({ name: fullName, firstName, lastName, verifiedEmail }: OidcPerson): {
  displayName: string;
  firstName: string | null;
  lastName: string | null;
} {
  const joined = [firstName, lastName].filter(Boolean).join(' ');
  const displayName = fullName ?? (joined || verifiedEmail?.split('@')[0]) ?? 'New member';
  return {
    displayName: toName(displayName),
    firstName: firstName ?? null,
    lastName: lastName ?? null,
  };
}

/** `allow` lists whole addresses and domains; a domain does not include its subdomains. */
export function isAllowed(address: string, allow: readonly string[]): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return allow.some((one) => one === address || one === domain);
}
