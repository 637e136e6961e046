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

/** The claims of a token that is ours, whole and within its time; undefined for everything else. */
export type VerifyToken = (token: string) => Promise<BearerClaims | undefined>;

/** Characters. */
export const maxTokenLength = 8 * 1024;
export const clockToleranceSeconds = 5;

/**
 * Three base64url parts, the last an Ed25519 signature of 64 bytes. Its last character carries
 * four unused bits; demanding zeros there leaves exactly one spelling of each token.
 */
const compactToken = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

/** What verifying took: the claims hold as long as the key still is the one that signed them. */
type Verified = { readonly claims: BearerClaims; readonly kid: string; readonly key: CryptoKey };

const maxRemembered = 2_000;

/**
 * The only verifier of bearer tokens. The key comes from our own table by `kid`, whatever key or
 * address of a key the token brings along; the algorithm is EdDSA, whatever it claims. A signature
 * is computed once: for the very same token, its time and its key are what can have changed.
 */
export function createTokenVerifier(findKey: FindPublicKey): VerifyToken {
  const remembered = new Map<string, Verified>();
  return async (token) => {
    if (token.length > maxTokenLength || !compactToken.test(token)) return undefined;
    const known = remembered.get(token);
    if (known && isInTime(known.claims) && (await findKey(known.kid)) === known.key) {
      return known.claims;
    }
    remembered.delete(token);
    const verified = await verify(token, findKey);
    if (!verified) return undefined;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(token, verified);
    return verified.claims;
  };
}

type Timed = { iat: number; nbf?: number | undefined; exp: number };

/** Asked again of what was in time once, without leeway for clocks that differ. */
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
    // Demands every claim, and each in its form.
    const claims = bearerClaims.safeParse(payload).data;
    return claims && signer && { claims, ...signer };
  } catch (error) {
    if (error instanceof UnknownKey || error instanceof errors.JOSEError) return undefined;
    // A database that is down is no reason to call a token bad.
    throw error;
  }
}

class UnknownKey extends Error {}
