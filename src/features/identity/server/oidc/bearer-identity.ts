/** Identifies the owner of a bearer token; the issuer decides how it is verified. */
import { decodeJwt } from 'jose';
import { id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { TrustedIssuer } from '#server/config/identity-config.ts';
import type { Db } from '#server/database/db.ts';
import {
  type FindCaller,
  findCallersByIdentity,
  type Identity,
} from '../sessions/identity-store.ts';
import { createPublicKeyFinder } from '../tokens/signing-key.ts';
import { createTokenVerifier, maxTokenLength } from '../tokens/verify-token.ts';
import { createIssuerKeyFinder, IssuerUnavailable } from './issuer-keys.ts';
import { createIssuerVerifier, type VerifyIssuerToken } from './issuer-token.ts';

/**
 * `chapter` is the request's X-Chapter header. Ok without a value if the token identifies no one.
 */
export type FindBearer = (
  token: string,
  chapter: string | undefined,
) => Promise<Result<Identity | undefined>>;

export function createBearerFinder(
  db: Db,
  trusted: readonly TrustedIssuer[],
  findCaller: FindCaller,
): FindBearer {
  const verifyOwn = createTokenVerifier(createPublicKeyFinder(db));
  const issuers = new Map(
    trusted.map((issuer) => [
      issuer.issuer,
      createIssuerVerifier(issuer, createIssuerKeyFinder(issuer)),
    ]),
  );
  return async (token, chapter) => {
    const verify = issuers.size === 0 ? undefined : issuers.get(readIssuer(token) ?? '');
    if (verify) return findByIssuer(db, verify, token, chapter);
    const claims = await verifyOwn(token);
    return ok(claims && (await findCaller(claims)));
  };
}

/** Read without verification: only chooses the verifier. */
function readIssuer(token: string): string | undefined {
  if (token.length > maxTokenLength) return undefined;
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

async function findByIssuer(
  db: Db,
  verify: VerifyIssuerToken,
  token: string,
  chapter: string | undefined,
): Promise<Result<Identity | undefined>> {
  try {
    const identity = await verify(token);
    if (!identity) return ok(undefined);
    const chapterId = id<'chapter'>().safeParse(chapter).data;
    if (chapter !== undefined && chapterId === undefined) return ok(undefined);
    const [found, another] = await findCallersByIdentity(db, identity, chapterId);
    return another ? chapterNeeded : ok(found);
  } catch (error) {
    if (error instanceof IssuerUnavailable) return unavailable;
    throw error;
  }
}

const chapterNeeded = refuse(
  'invalid',
  'chapter_needed',
  'You belong to several chapters. Specify one in the X-Chapter header.',
);

const unavailable = refuse(
  'not-ready',
  'issuer_unavailable',
  "The issuer of this token is not responding, so the token can't be verified. Try again in a moment.",
);
