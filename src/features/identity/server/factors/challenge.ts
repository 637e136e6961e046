/**
 * What a browser has begun and must end within minutes: the second step of signing in, a passkey
 * being asked for or made. The browser keeps a secret in a cookie, the database its hash.
 */
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import { readCookie, writeCookie } from '../shared/cookies.ts';
import { hashToken, newToken } from '../shared/link-token.ts';
import type { IdentityServices } from '../shared/services.ts';

export const challengeSeconds = 5 * 60;
const cleanupBatchSize = 100;

type Beginning =
  | { purpose: 'second-factor'; accountId: string; challenge: string }
  | { purpose: 'passkey-sign-in'; challenge: string }
  | { purpose: 'passkey-creation'; accountId: string; sessionId: string; challenge: string };
export type Purpose = Beginning['purpose'];

export type Challenge = {
  hash: string;
  accountId: string | null;
  sessionId: string | null;
  challenge: string;
};

const names: Record<Purpose, string> = {
  'second-factor': 'hub_second_factor',
  'passkey-sign-in': 'hub_passkey',
  'passkey-creation': 'hub_passkey',
};

/** The cookie to set. What nobody came back to is cleared away by the way. */
export async function startChallenge(
  services: IdentityServices,
  begun: Beginning,
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
    values (${hashToken(token)}, ${begun.purpose},
      ${'accountId' in begun ? begun.accountId : null},
      ${'sessionId' in begun ? begun.sessionId : null},
      ${begun.challenge},
      now() + make_interval(secs => ${challengeSeconds}))
  `.execute(db);
  const name = names[begun.purpose];
  return writeCookie({ name, value: token, seconds: challengeSeconds, isSecure });
}

/** The living challenge of this browser, which stays. */
export async function findChallenge(
  services: IdentityServices,
  purpose: Purpose,
  request: RequestFacts,
): Promise<Challenge | undefined> {
  const hash = hashOf(services, purpose, request);
  if (hash === undefined) return undefined;
  const found = await sql<Challenge>`
    select hash, account_id as "accountId", session_id as "sessionId", challenge
    from auth.challenge where hash = ${hash} and purpose = ${purpose} and expires_at > now()
  `.execute(services.db);
  return found.rows[0];
}

/** The living challenge of this browser, used up by it: of several at once one has it. */
export async function consumeChallenge(
  services: IdentityServices,
  purpose: Purpose,
  request: RequestFacts,
): Promise<Challenge | undefined> {
  const hash = hashOf(services, purpose, request);
  if (hash === undefined) return undefined;
  const taken = await sql<Challenge & { isAlive: boolean }>`
    delete from auth.challenge where hash = ${hash} and purpose = ${purpose}
    returning hash, account_id as "accountId", session_id as "sessionId", challenge,
      expires_at > now() as "isAlive"
  `.execute(services.db);
  return taken.rows[0]?.isAlive ? taken.rows[0] : undefined;
}

export function clearChallengeCookie(purpose: Purpose, isSecure: boolean): string {
  return writeCookie({ name: names[purpose], value: '', seconds: 0, isSecure });
}

export async function deleteChallenges(db: Db, accountId: string): Promise<void> {
  await sql`delete from auth.challenge where account_id = ${accountId}`.execute(db);
}

function hashOf(
  { isSecure }: IdentityServices,
  purpose: Purpose,
  { headers }: RequestFacts,
): string | undefined {
  const token = readCookie(headers.cookie, { name: names[purpose], isSecure });
  return token ? hashToken(token) : undefined;
}
