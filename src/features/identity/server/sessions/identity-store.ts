import { sql } from 'kysely';
import type { MemberCaller, SignedIn } from '#kit/caller.ts';
import { type Id, toId } from '#kit/id.ts';
import { maySeeAllWallets } from '#kit/role.ts';
import { coalesce } from '#server/database/coalesce.ts';
import type { Db } from '#server/database/db.ts';
import { snapshotName } from '#server/database/snapshot-name.ts';
import type { BearerClaims } from '../../bearer-claims.ts';

/** An active account and the membership it acts for, if any. */
export type Identity = Pick<SignedIn, 'accountId'> & {
  /** Absent for a trusted issuer's token. */
  readonly sessionId: string | undefined;
  readonly member: Omit<MemberCaller, keyof SignedIn> | undefined;
};

type Row = {
  accountId: string;
  sessionId: string | null;
  memberId: Id<'member'> | null;
  chapterId: Id<'chapter'> | null;
  role: MemberCaller['role'];
  policy: MemberCaller['policy'];
  eventPolicy: MemberCaller['eventPolicy'];
  timeZone: string;
  membersSeeWallets: boolean;
  hasUnexplainedFigures: boolean;
  /** Null if the chapter has never rested. */
  isResting: boolean | null;
  snapshot: string;
};

/**
 * Part of this query because a round trip of its own would cost far more; the table is nearly
 * always empty.
 */
const unexplainedFigures = sql<boolean>`exists (
  select from hub.unexplained_difference d where d.chapter_id = m.chapter_id
)`;

const isResting = sql<boolean | null>`(c.rests_until > now())`;

const membership = sql`m.id as "memberId", m.chapter_id as "chapterId", m.role,
  c.policy, c.event_policy as "eventPolicy", c.time_zone as "timeZone",
  c.members_see_wallets as "membersSeeWallets", ${unexplainedFigures} as "hasUnexplainedFigures",
  ${isResting} as "isResting", ${snapshotName} as snapshot`;

/** Enabling a member again revives no session, and no token of one. */
const isAfterEnabling = sql<boolean>`(m.enabled_at is null or s.created_at >= m.enabled_at)`;

type TokenClaims = Pick<BearerClaims, 'sub' | 'sid' | 'chapter'>;

/** Finds the identity behind a token's claims. */
export type FindCaller = (claims: TokenClaims) => Promise<Identity | undefined>;

const maxBatchSize = 50;

/**
 * Finds a token's session and active membership, if both still exist. Looked up on every request,
 * so that signing out, disabling and removing take effect immediately; concurrent lookups are
 * batched.
 */
export function createCallerFinder(db: Db): FindCaller {
  return coalesce((claims: readonly TokenClaims[]) => findCallersByToken(db, claims), maxBatchSize);
}

/** Looks a caller up in the way that serves, together with the real ones; throws if it does not. */
export async function probeLookup(findCaller: FindCaller): Promise<void> {
  await findCaller({ sub: '', sid: '', chapter: noChapter });
}

const noChapter = toId<'chapter'>('00000000-0000-0000-0000-000000000000');

async function findCallersByToken(
  db: Db,
  claims: readonly TokenClaims[],
): Promise<(Identity | undefined)[]> {
  // One query plan for any number of claims; `limit` keeps it from joining whole tables.
  const found = await sql<Row & { n: number }>`
    select asked.ordinality as n, caller.*
    from rows from (
      json_to_recordset(${JSON.stringify(claims)}) as (sid text, sub text, chapter uuid)
    ) with ordinality asked
    cross join lateral (
      select s.account_id as "accountId", s.id as "sessionId", ${membership}
      from auth.session s
      join auth.account a on a.id = s.account_id and a.disabled_at is null
      join hub.member m on m.chapter_id = asked.chapter and m.account_id = a.id
        and m.status = 'active' and ${isAfterEnabling}
      join hub.chapter c on c.id = m.chapter_id
      where s.id = asked.sid and s.account_id = asked.sub and s.expires_at > now()
      limit 1
    ) caller
  `.execute(db);
  const identities = Array<Identity | undefined>(claims.length).fill(undefined);
  for (const row of found.rows) identities[row.n - 1] = toIdentity(row);
  return identities;
}

/**
 * Finds the session of a cookie and its active membership: in the session's chapter, else in the
 * one opened last in any session, else in the first by name.
 */
export async function findCallerBySession(
  db: Db,
  sessionToken: string,
): Promise<Identity | undefined> {
  const found = await sql<Row>`
    select s.account_id as "accountId", s.id as "sessionId", ${membership}
    from auth.session s
    join auth.account a on a.id = s.account_id and a.disabled_at is null
    left join hub.account_chapter ac on ac.account_id = a.id
    left join hub.member m on m.chapter_id = ac.chapter_id and m.id = ac.member_id
      and m.account_id = a.id and m.status = 'active' and ${isAfterEnabling}
    left join hub.chapter c on c.id = m.chapter_id
    where s.token = ${sessionToken} and s.expires_at > now()
    order by m.id is null,
      m.chapter_id::text = coalesce(s.active_chapter_id, a.last_chapter_id) desc nulls last,
      c.name, c.id
    limit 1
  `.execute(db);
  return found.rows[0] && toIdentity(found.rows[0]);
}

/**
 * Finds the account connected to an issuer's identity as an active member of the given chapter,
 * else of all its chapters, at most two of them.
 */
export async function findCallersByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
  chapterId: Id<'chapter'> | undefined,
): Promise<Identity[]> {
  const found = await sql<Row>`
    select a.id as "accountId", null as "sessionId", ${membership}
    from auth.identity i
    join auth.account a on a.id = i.account_id and a.disabled_at is null
    join hub.account_chapter ac on ac.account_id = a.id
      and (ac.chapter_id = ${chapterId ?? null}::uuid or ${chapterId ?? null}::uuid is null)
    join hub.member m on m.chapter_id = ac.chapter_id and m.id = ac.member_id
      and m.account_id = a.id and m.status = 'active'
    join hub.chapter c on c.id = m.chapter_id
    where i.issuer = ${issuer} and i.subject = ${subject}
    limit 2
  `.execute(db);
  return found.rows.map(toIdentity);
}

function toIdentity(row: Row): Identity {
  const { accountId, memberId, chapterId, role, policy, eventPolicy, timeZone } = row;
  const sessionId = row.sessionId ?? undefined;
  const { membersSeeWallets, hasUnexplainedFigures, isResting, snapshot } = row;
  const member =
    memberId === null || chapterId === null
      ? undefined
      : {
          memberId,
          chapterId,
          role,
          policy,
          eventPolicy,
          seesAllWallets: maySeeAllWallets(role, membersSeeWallets),
          timeZone,
          hasUnexplainedFigures,
          isResting: isResting === true,
          snapshot,
        };
  return { accountId, sessionId, member };
}

export async function isInstallationAdmin(db: Db, accountId: string): Promise<boolean> {
  const found = await db
    .selectFrom('installation_admin')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return found !== undefined;
}
