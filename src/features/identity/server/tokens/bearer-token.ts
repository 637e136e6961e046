import { SignJWT } from 'jose';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import { type BearerClaims, tokenAudience, tokenIssuer, tokenType } from '../../bearer-claims.ts';
import type { BearerToken } from '../../contract.ts';
import { findSigningKey } from './signing-key.ts';

type TokenRequest = {
  accountId: string;
  sessionId: string;
  chapterId: Id<'chapter'>;
  lifetimeSeconds: number;
};

/** Issues a token for a valid session; creates a signing key if there is none. */
export async function issueToken(
  { db, secret }: { db: Db; secret: string },
  { accountId, sessionId, chapterId, lifetimeSeconds }: TokenRequest,
): Promise<BearerToken> {
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000);
  const claims: BearerClaims = {
    sub: accountId,
    sid: sessionId,
    chapter: chapterId,
    iat: now,
    nbf: now,
    exp: now + lifetimeSeconds,
  };
  const { kid, privateKey } = await findSigningKey(db, secret);
  const token = await new SignJWT({ ...claims, iss: tokenIssuer, aud: tokenAudience })
    .setProtectedHeader({ typ: tokenType, alg: 'EdDSA', kid })
    .sign(privateKey);
  const expiresAt = toInstant(Temporal.Instant.fromEpochMilliseconds(claims.exp * 1000));
  return { token, expiresAt, chapterId };
}
