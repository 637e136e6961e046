import type { GenericEndpointContext } from 'better-auth';
import { signJWT } from 'better-auth/plugins/jwt';
import {
  type BearerClaims,
  tokenAudience,
  tokenIssuer,
  tokenType,
} from '#features/auth/bearer-claims.ts';
import type { BearerToken } from '#features/auth/contract.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { signingKeyOptions } from './signing-key.ts';

export type Bearer = {
  accountId: string;
  sessionId: string;
  chapterId: Id;
  lifetimeSeconds: number;
};

export async function signBearerToken(context: object, bearer: Bearer): Promise<BearerToken> {
  const now = Math.floor(Temporal.Now.instant().epochMilliseconds / 1000);
  const claims: BearerClaims = {
    sub: bearer.accountId,
    sid: bearer.sessionId,
    chapter: bearer.chapterId,
    iat: now,
    nbf: now,
    exp: now + bearer.lifetimeSeconds,
  };
  // Of a request the plugin reads only its context.
  const token = await signJWT({ context } as unknown as GenericEndpointContext, {
    options: signingKeyOptions,
    payload: { ...claims, iss: tokenIssuer, aud: tokenAudience },
    header: { typ: tokenType },
  });
  const expiresAt = toInstant(Temporal.Instant.fromEpochMilliseconds(claims.exp * 1000));
  return { token, expiresAt, chapterId: bearer.chapterId };
}
