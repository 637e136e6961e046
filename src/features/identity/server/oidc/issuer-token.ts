/** Verifies tokens of the issuers that the operator trusts. */
import { errors, type JWTHeaderParameters, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import { isStorableText } from '#kit/text.ts';
import type { TrustedIssuer } from '#server/config/identity-config.ts';
import { maxTokenSeconds } from '../../bearer-claims.ts';
import { clockToleranceSeconds, isInTime, maxTokenLength } from '../tokens/verify-token.ts';
import type { FindIssuerKey } from './issuer-keys.ts';

/** The identity a token is about, as with OIDC sign-in. */
type IssuerIdentity = { readonly issuer: string; readonly subject: string };

/**
 * Undefined for everything but a valid token of this issuer for this server. Throws
 * `IssuerUnavailable` if validity cannot be determined.
 */
export type VerifyIssuerToken = (token: string) => Promise<IssuerIdentity | undefined>;

/** Asymmetric only: a public key must never be usable for signing. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const compactToken = /^[\w-]+\.[\w-]+\.([\w-]+)$/;

/** Access tokens (RFC 9068) or untyped tokens; excludes logout tokens and proofs. */
const types = new Set(['jwt', 'at+jwt', 'application/at+jwt']);

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255), z.refine(isStorableText)),
  iat: z.int(),
  nbf: z.optional(z.int()),
  exp: z.int(),
  azp: z.optional(z.string()),
  client_id: z.optional(z.string()),
  // A token bound to a key must not be accepted without its proof, which is not supported.
  cnf: z.optional(z.undefined()),
});
type Claims = z.output<typeof claims>;

/** A verified token; valid as long as the issuer still has the key. */
type Verified = {
  readonly claims: Claims;
  readonly header: JWTHeaderParameters;
  readonly key: CryptoKey;
};

const maxRemembered = 2_000;

/**
 * The key comes from the issuer's own list; keys and key URLs in the token are ignored. A verified
 * signature is remembered: for the same token, only its time and its key can change.
 */
export function createIssuerVerifier(
  trusted: TrustedIssuer,
  findKey: FindIssuerKey,
): VerifyIssuerToken {
  const { issuer } = trusted;
  const remembered = new Map<string, Verified>();
  return async (token) => {
    if (token.length > maxTokenLength || !isCanonical(token)) return undefined;
    const known = remembered.get(token);
    if (known && isInTime(known.claims) && (await findKey(known.header)) === known.key) {
      return { issuer, subject: known.claims.sub };
    }
    remembered.delete(token);
    const verified = await verify(token, trusted, findKey);
    if (!verified) return undefined;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(token, verified);
    return { issuer, subject: verified.claims.sub };
  };
}

/**
 * The last character of a signature may carry unused bits; requiring zeros allows one encoding
 * only.
 */
function isCanonical(token: string): boolean {
  const signature = compactToken.exec(token)?.[1];
  return (
    signature !== undefined &&
    Buffer.from(signature, 'base64url').toString('base64url') === signature
  );
}

async function verify(
  token: string,
  { issuer, audience, authorizedParties }: TrustedIssuer,
  findKey: FindIssuerKey,
): Promise<Verified | undefined> {
  let signer: Pick<Verified, 'header' | 'key'> | undefined;
  try {
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        const key = hasAcceptableHeader(header) ? await findKey(header) : undefined;
        if (!key) throw new UnknownKey();
        signer = { header, key };
        return key;
      },
      {
        algorithms,
        issuer,
        audience,
        maxTokenAge: maxTokenSeconds,
        clockTolerance: clockToleranceSeconds,
      },
    );
    const read = claims.safeParse(payload).data;
    if (!read || !signer || !isAuthorized(read, authorizedParties)) return undefined;
    return { claims: read, ...signer };
  } catch (error) {
    if (error instanceof UnknownKey || error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

class UnknownKey extends Error {}

function hasAcceptableHeader({ kid, crit, typ }: JWTHeaderParameters): boolean {
  if (typeof kid !== 'string' || kid === '' || kid.length > 200) return false;
  if (crit !== undefined) return false;
  return typ === undefined || (typeof typ === 'string' && types.has(typ.toLowerCase()));
}

/** The client is `azp` (OpenID Connect) or else `client_id` (RFC 9068). */
function isAuthorized({ azp, client_id }: Claims, parties: readonly string[]): boolean {
  const party = azp ?? client_id;
  return parties.length === 0 || (party !== undefined && parties.includes(party));
}
