import { errors, jwtVerify } from 'jose';
import {
  type BearerClaims,
  bearerClaims,
  maxTokenSeconds,
  tokenAudience,
  tokenIssuer,
  tokenType,
} from '../../bearer-claims.ts';
import type { FindPublicKey } from './signing-key.ts';

/** Returns the claims of a valid token of ours; undefined for everything else. */
export type VerifyToken = (token: string) => Promise<BearerClaims | undefined>;

/** In characters. */
export const maxTokenLength = 8 * 1024;
export const clockToleranceSeconds = 5;

/**
 * Three base64url parts, the last an Ed25519 signature of 64 bytes. Its last character carries four
 * unused bits; requiring zeros allows only one encoding of each token.
 */
const compactToken = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

/** A verified token; valid as long as its key is still the same. */
type Verified = { readonly claims: BearerClaims; readonly kid: string; readonly key: CryptoKey };

const maxRemembered = 2_000;

/**
 * The only verifier of our bearer tokens. The key comes from our own table by `kid` and the
 * algorithm is EdDSA; keys, key URLs and algorithms in the token are ignored. A verified signature
 * is remembered: for the same token, only its time and its key can change.
 */
export function createTokenVerifier(findKey: FindPublicKey): VerifyToken {
  const remembered = new Map<string, Verified>();
  return async (token) => {
    const known = remembered.get(token);
    if (known && isInTime(known.claims) && (await findKey(known.kid)) === known.key) {
      return known.claims;
    }
    remembered.delete(token);
    if (token.length > maxTokenLength || !compactToken.test(token)) return undefined;
    const verified = await verify(token, findKey);
    if (!verified) return undefined;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(token, verified);
    return verified.claims;
  };
}

type Timed = { iat: number; nbf?: number | undefined; exp: number };

/** Rechecks a remembered token, without tolerance for clock skew. */
export function isInTime({ iat, nbf, exp }: Timed): boolean {
  const now = Temporal.Now.instant().epochMilliseconds / 1_000;
  return (nbf ?? 0) <= now && now < exp && now - iat <= maxTokenSeconds;
}

async function verify(token: string, findKey: FindPublicKey): Promise<Verified | undefined> {
  let signer: Pick<Verified, 'kid' | 'key'> | undefined;
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid, crit }) => {
        const key = kid === undefined || crit !== undefined ? undefined : await findKey(kid);
        if (kid === undefined || !key) throw new UnknownKey();
        signer = { kid, key };
        return key;
      },
      {
        algorithms: ['EdDSA'],
        typ: tokenType,
        issuer: tokenIssuer,
        audience: tokenAudience,
        maxTokenAge: maxTokenSeconds,
        clockTolerance: clockToleranceSeconds,
      },
    );
    // Requires every claim, in the right format.
    const claims = bearerClaims.safeParse(payload).data;
    return claims && signer && { claims, ...signer };
  } catch (error) {
    if (error instanceof UnknownKey || error instanceof errors.JOSEError) return undefined;
    // A database failure does not make the token invalid.
    throw error;
  }
}

class UnknownKey extends Error {}
