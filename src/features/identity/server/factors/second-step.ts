/** The second step of signing in: a code after the password. */

import { ok, type Result, refuse } from '#kit/result.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import { findPasswordHash } from '../shared/account-store.ts';
import { isKnownDevice } from '../shared/device-cookie.ts';
import { hashToken } from '../shared/link-token.ts';
import { findSecondFactor } from '../shared/second-factor-store.ts';
import type { IdentityServices } from '../shared/services.ts';
import { beginSessionFor, type StartedSession, wrongCredentials } from '../shared/session.ts';
import { clearChallengeCookie, consumeChallenge, findChallenge } from './challenge.ts';
import { consumeCode, findEmail } from './second-factor.ts';

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
): Promise<Result<StartedSession>> {
  const challenge = await findChallenge(services, 'second-factor', request);
  if (!challenge?.accountId) return challengeOver;
  const { accountId } = challenge;
  const passwordHash = await findPasswordHash(services.db, accountId);
  if (hashToken(passwordHash ?? '') !== challenge.challenge) return challengeOver;
  const factor = await findSecondFactor(services.db, accountId);
  const email = await findEmail(services.db, accountId);
  const from = isKnownDevice(request, email, services) ? 'known' : 'stranger';
  const verified = await consumeCode(services, accountId, from, code, context);
  if (!verified.ok) return verified;
  // Two concurrent right codes start one session.
  if (!(await consumeChallenge(services, 'second-factor', request))) return challengeOver;
  const proof = {
    by: 'password',
    hash: passwordHash ?? null,
    secondFactor: { secret: factor?.secret ?? '' },
  } as const;
  const person = { accountId, proof };
  const origin = { request, newId: context.newId };
  const session = await beginSessionFor(services, person, origin, wrongCredentials);
  if (!session.ok) return session;
  const cleared = clearChallengeCookie('second-factor', services.isSecure);
  return ok({ ...session.value, cookies: [...session.value.cookies, cleared] });
}
