/**
 * Short-lived challenges of one browser: the second step of signing in, a passkey being created or
 * used. The browser keeps a secret in a cookie, the database its hash.
 */
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import { readCookie, writeCookie } from '../shared/cookies.ts';
import { hashToken, newToken } from '../shared/link-token.ts';
import type { IdentityServices } from '../shared/services.ts';

export const challengeSeconds = 5 * 60;
const cleanupBatchSize = 100;

type NewChallenge =
  | { purpose: 'second-factor'; accountId: string; challenge: string }
  | { purpose: 'passkey-sign-in'; challenge: string }
  | { purpose: 'passkey-creation'; accountId: string; sessionId: string; challenge: string };
export type ChallengePurpose = NewChallenge['purpose'];

export type Challenge = {
  hash: string;
  accountId: string | null;
  sessionId: string | null;
  challenge: string;
};

const cookieNames: Record<ChallengePurpose, string> = {
  'second-factor': 'hub_second_factor',
  'passkey-sign-in': 'hub_passkey',
  'passkey-creation': 'hub_passkey',
};

/** Returns the cookie to set. Also deletes some expired challenges. */
export async function startChallenge(
  services: IdentityServices,
  challenge: NewChallenge,
): Promise<string> {
  const { db, isSecure } = services;
  const token = newToken();
  await sql`
    delete from auth.challenge where hash in (
      select hash from auth.challenge where expires_at <= now() limit ${cleanupBatchSize}
      for update skip locked)
  `.execute(db);
  await sql`
    insert into auth.challenge (hash, purpose, account_id, session_id, challenge, expires_at)
    values (${hashToken(token)}, ${challenge.purpose},
      ${'accountId' in challenge ? challenge.accountId : null},
      ${'sessionId' in challenge ? challenge.sessionId : null},
      ${challenge.challenge},
      now() + make_interval(secs => ${challengeSeconds}))
  `.execute(db);
  const name = cookieNames[challenge.purpose];
  return writeCookie({ name, value: token, seconds: challengeSeconds, isSecure });
}

/** Finds this browser's valid challenge without consuming it. */
export async function findChallenge(
  services: IdentityServices,
  purpose: ChallengePurpose,
  request: RequestFacts,
): Promise<Challenge | undefined> {
  const hash = hashCookie(services, purpose, request);
  if (hash === undefined) return undefined;
  const found = await sql<Challenge>`
    select hash, account_id as "accountId", session_id as "sessionId", challenge
    from auth.challenge where hash = ${hash} and purpose = ${purpose} and expires_at > now()
  `.execute(services.db);
  return found.rows[0];
}

/** Deletes and returns this browser's valid challenge; of several concurrent calls, one gets it. */
export async function consumeChallenge(
  services: IdentityServices,
  purpose: ChallengePurpose,
  request: RequestFacts,
): Promise<Challenge | undefined> {
  const hash = hashCookie(services, purpose, request);
  if (hash === undefined) return undefined;
  const deleted = await sql<Challenge & { isValid: boolean }>`
    delete from auth.challenge where hash = ${hash} and purpose = ${purpose}
    returning hash, account_id as "accountId", session_id as "sessionId", challenge,
      expires_at > now() as "isValid"
  `.execute(services.db);
  return deleted.rows[0]?.isValid ? deleted.rows[0] : undefined;
}

export function clearChallengeCookie(purpose: ChallengePurpose, isSecure: boolean): string {
  return writeCookie({ name: cookieNames[purpose], value: '', seconds: 0, isSecure });
}

export async function deleteChallenges(db: Db, accountId: string): Promise<void> {
  await sql`delete from auth.challenge where account_id = ${accountId}`.execute(db);
}

function hashCookie(
  { isSecure }: IdentityServices,
  purpose: ChallengePurpose,
  { headers }: RequestFacts,
): string | undefined {
  const token = readCookie(headers.cookie, { name: cookieNames[purpose], isSecure });
  return token ? hashToken(token) : undefined;
}
