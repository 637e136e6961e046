/** Tokens of other issuers that the operator trusts: who they are about, once all of it is checked. */
import { errors, type JWTHeaderParameters, jwtVerify } from 'jose';
import * as z from 'zod/mini';
import type { TrustedIssuer } from '#server/config/identity-config.ts';
import { isStorableText } from '#server/http/json.ts';
import { maxTokenSeconds } from '../../bearer-claims.ts';
import { clockToleranceSeconds, isInTime, maxTokenLength } from '../tokens/verify-token.ts';
import type { FindIssuerKey } from './issuer-keys.ts';

/** Whom a token is about: an identity, as hosted sign-in knows it. */
export type IssuerIdentity = { readonly issuer: string; readonly subject: string };

/**
 * Undefined for everything that is not a whole, timely token of this issuer for this hub. Throws
 * `IssuerUnavailable` when that cannot be told.
 */
export type VerifyIssuerToken = (token: string) => Promise<IssuerIdentity | undefined>;

/** Asymmetric ones alone: what everybody may know must never be able to sign. */
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];

const compactToken = /^[\w-]+\.[\w-]+\.([\w-]+)$/;

/** An access token (RFC 9068), or one that does not say what it is: no logout token, no proof. */
const types = new Set(['jwt', 'at+jwt', 'application/at+jwt']);

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255), z.refine(isStorableText)),
  iat: z.int(),
  nbf: z.optional(z.int()),
  exp: z.int(),
  azp: z.optional(z.string()),
  client_id: z.optional(z.string()),
  // Bound to a key whose proof nobody asks for here: not for whoever merely bears it.
  cnf: z.optional(z.undefined()),
});
type Claims = z.output<typeof claims>;

/** What verifying took: the claims hold as long as the issuer still has the key. */
type Verified = {
  readonly claims: Claims;
  readonly header: JWTHeaderParameters;
  readonly key: CryptoKey;
};

const maxRemembered = 2_000;

/**
 * The key comes from the issuer's own list, whatever key or address of one the token brings along.
 * A signature is computed once: for the very same token, its time and its key are what can have
 * changed.
 */
export function createIssuerVerifier(
  trusted: TrustedIssuer,
  findKey: FindIssuerKey,
): VerifyIssuerToken {
  const { issuer } = trusted;
  const remembered = new Map<string, Verified>();
  return async (token) => {
    if (token.length > maxTokenLength || !hasOneSpelling(token)) return undefined;
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

/** The last character of a signature may carry unused bits: demanding zeros leaves one spelling. */
function hasOneSpelling(token: string): boolean {
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
        const key = isOurKindOf(header) ? await findKey(header) : undefined;
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

function isOurKindOf({ kid, crit, typ }: JWTHeaderParameters): boolean {
  if (typeof kid !== 'string' || kid === '' || kid.length > 200) return false;
  if (crit !== undefined) return false;
  return typ === undefined || (typeof typ === 'string' && types.has(typ.toLowerCase()));
}

/** For whom the issuer made it: `azp` where it says so (OpenID Connect), else `client_id` (RFC 9068). */
function isAuthorized({ azp, client_id }: Claims, parties: readonly string[]): boolean {
  const party = azp ?? client_id;
  return parties.length === 0 || (party !== undefined && parties.includes(party));
}
