/** The second step of signing in: after the password, a code. */

import { ok, type Result, refuse } from '#kit/result.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import { findPasswordHash } from '../shared/account-store.ts';
import { hashToken } from '../shared/link-token.ts';
import { findSecondFactor } from '../shared/second-factor-store.ts';
import type { IdentityServices } from '../shared/services.ts';
import { beginSessionFor, type SignedIn, wrongCredentials } from '../shared/session.ts';
import { clearChallengeCookie, consumeChallenge, findChallenge } from './challenge.ts';
import { consumeCode } from './second-factor.ts';

const challengeOver = refuse(
  'unauthenticated',
  'challenge_over',
  'This took too long. Enter your password again.',
);

export async function secondStep(
  services: IdentityServices,
  code: string,
  context: WriteContext,
  request: RequestFacts,
): Promise<Result<SignedIn>> {
  const begun = await findChallenge(services, 'second-factor', request);
  if (!begun?.accountId) return challengeOver;
  const { accountId } = begun;
  const passwordHash = await findPasswordHash(services.db, accountId);
  if (hashToken(passwordHash ?? '') !== begun.challenge) return challengeOver;
  const factor = await findSecondFactor(services.db, accountId);
  const spent = await consumeCode(services, accountId, code, context);
  if (!spent.ok) return spent;
  // Two right codes at once are still one way in.
  if (!(await consumeChallenge(services, 'second-factor', request))) return challengeOver;
  const proved = {
    by: 'password',
    hash: passwordHash ?? null,
    secondFactor: { secret: factor?.secret ?? '' },
  } as const;
  const person = { accountId, proved };
  const from = { request, newId: context.newId };
  const session = await beginSessionFor(services, person, from, wrongCredentials);
  if (!session.ok) return session;
  const cleared = clearChallengeCookie('second-factor', services.isSecure);
  return ok({ ...session.value, cookies: [...session.value.cookies, cleared] });
}
