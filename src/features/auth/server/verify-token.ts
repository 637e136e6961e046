import { errors, jwtVerify } from 'jose';
import {
  type BearerClaims,
  bearerClaims,
  longestTokenSeconds,
  tokenAudience,
  tokenIssuer,
  tokenType,
} from '#features/auth/bearer-claims.ts';
import type { FindPublicKey } from './signing-key.ts';

/** The claims of a token that is ours, whole and within its time; undefined for everything else. */
export type VerifyToken = (token: string) => Promise<BearerClaims | undefined>;

const longestToken = 8 * 1024;
const clockToleranceSeconds = 5;

/**
 * Three base64url parts, the last an Ed25519 signature of 64 bytes. Its last character carries
 * four unused bits; demanding zeros there leaves exactly one spelling of each token.
 */
const compactToken = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

/**
 * The only verifier of bearer tokens. The key comes from our own table by `kid`, whatever key or
 * address of a key the token brings along; the algorithm is EdDSA, whatever it claims.
 */
export function createTokenVerifier(findKey: FindPublicKey): VerifyToken {
  return async (token) => {
    if (token.length > longestToken || !compactToken.test(token)) return undefined;
    try {
      const { payload } = await jwtVerify(
        token,
        async ({ kid, crit }) => {
          const key = kid === undefined || crit !== undefined ? undefined : await findKey(kid);
          if (!key) throw new UnknownKey();
          return key;
        },
        {
          algorithms: ['EdDSA'],
          typ: tokenType,
          issuer: tokenIssuer,
          audience: tokenAudience,
          maxTokenAge: longestTokenSeconds,
          clockTolerance: clockToleranceSeconds,
        },
      );
      // Demands every claim, and each in its form.
      return bearerClaims.safeParse(payload).data;
    } catch (error) {
      if (error instanceof UnknownKey || error instanceof errors.JOSEError) return undefined;
      // A database that is down is no reason to call a token bad.
      throw error;
    }
  };
}

class UnknownKey extends Error {}
