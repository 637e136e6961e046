import { BetterAuthError, type GenericEndpointContext } from 'better-auth';
import { createJwk, resolveSigningKey, signJWT } from 'better-auth/plugins/jwt';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import { type BearerClaims, tokenAudience, tokenIssuer, tokenType } from '../../bearer-claims.ts';
import type { BearerToken } from '../../contract.ts';
import { listSigningKeys, signingKeyOptions } from './signing-key.ts';

export type Bearer = {
  accountId: string;
  sessionId: string;
  chapterId: Id;
  lifetimeSeconds: number;
};

export async function signBearerToken(
  db: Db,
  authContext: object,
  bearer: Bearer,
): Promise<BearerToken> {
  // Of a request the plugin reads only its context.
  const context = { context: authContext } as unknown as GenericEndpointContext;
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000);
  const claims: BearerClaims = {
    sub: bearer.accountId,
    sid: bearer.sessionId,
    chapter: bearer.chapterId,
    iat: now,
    nbf: now,
    exp: now + bearer.lifetimeSeconds,
  };
  const token = await signJWT(context, {
    options: signingKeyOptions,
    payload: { ...claims, iss: tokenIssuer, aud: tokenAudience },
    header: { typ: tokenType },
    resolvedKey: await findSigningKey(db, context),
  });
  const expiresAt = toInstant(Temporal.Instant.fromEpochMilliseconds(claims.exp * 1000));
  return { token, expiresAt, chapterId: bearer.chapterId };
}

/**
 * The newest key that opens with our secret, or a new one. Keys made with another secret stay for
 * those who have it: a command without the server's secret makes a key of its own, once, and does
 * not take the server's away.
 */
async function findSigningKey(db: Db, context: GenericEndpointContext) {
  for (const signingKeyId of await listSigningKeys(db)) {
    const key = await openKey(context, signingKeyId);
    if (key) return key;
  }
  const made = await createJwk(context, signingKeyOptions);
  const key = await openKey(context, made.id);
  if (!key) throw new Error('a signing key made just now cannot be opened');
  return key;
}

async function openKey(context: GenericEndpointContext, signingKeyId: string) {
  try {
    return await resolveSigningKey(context, signingKeyOptions, { signingKeyId });
  } catch (error) {
    if (error instanceof BetterAuthError) return null;
    throw error;
  }
}
