import { sql } from 'kysely';
import type { MemberCaller, SignedIn } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { coalesce } from '#server/database/coalesce.ts';
import { connectionsOpened, type Db } from '#server/database/db.ts';
import type { BearerClaims } from '../../bearer-claims.ts';

/** A living account and, where there is one, the active membership it acts for. */
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
  timeZone: string;
  hasUnexplainedFigures: boolean;
  snapshot: string;
};

/** Nearly always an empty table: asked here because a round trip of its own would cost far more. */
const unexplainedFigures = sql<boolean>`exists (
  select from hub.unexplained_difference d where d.chapter_id = m.chapter_id
)`;

type TokenClaims = Pick<BearerClaims, 'sub' | 'sid' | 'chapter'>;

/** The living identity behind a token's claims. */
export type FindCaller = (claims: TokenClaims) => Promise<Identity | undefined>;

const maxBatchSize = 50;

/**
 * The session a token was made for, if it still lives, as an active member of the token's chapter.
 * Looked up on each request, so that signing out, disabling and removing take effect with the next
 * one; those that arrive while one is under way are looked up together, after they have arrived.
 */
export function createCallerFinder(db: Db): FindCaller {
  return coalesce((claims: readonly TokenClaims[]) => findCallersByToken(db, claims), maxBatchSize);
}

async function findCallersByToken(
  db: Db,
  claims: readonly TokenClaims[],
): Promise<(Identity | undefined)[]> {
  const connections = connectionsOpened(db);
  // One plan however many there are; `limit` keeps it from joining whole tables.
  const found = await sql<Row & { n: number }>`
    select asked.ordinality as n, caller.*
    from rows from (
      json_to_recordset(${JSON.stringify(claims)}) as (sid text, sub text, chapter uuid)
    ) with ordinality asked
    cross join lateral (
      select s.account_id as "accountId", s.id as "sessionId", m.id as "memberId",
        m.chapter_id as "chapterId", m.role, c.policy, c.time_zone as "timeZone",
        ${unexplainedFigures} as "hasUnexplainedFigures",
        pg_current_snapshot()::text as snapshot
      from auth.session s
      join auth.account a on a.id = s.account_id and a.disabled_at is null
      join hub.account_chapter ac on ac.account_id = a.id and ac.chapter_id = asked.chapter
      join hub.member m on m.chapter_id = ac.chapter_id and m.id = ac.member_id
        and m.account_id = a.id and m.status = 'active'
      join hub.chapter c on c.id = m.chapter_id
      where s.id = asked.sid and s.account_id = asked.sub and s.expires_at > now()
      limit 1
    ) caller
  `.execute(db);
  const identities = Array<Identity | undefined>(claims.length).fill(undefined);
  for (const row of found.rows) identities[row.n - 1] = toIdentity(row, connections);
  return identities;
}

/**
 * The session of a cookie, if it still lives, as an active member of the session's chapter: the one
 * chosen in it, else the one chosen last anywhere, else the first by name.
 */
export async function findCallerBySession(
  db: Db,
  sessionToken: string,
): Promise<Identity | undefined> {
  const connections = connectionsOpened(db);
  const found = await sql<Row>`
    select s.account_id as "accountId", s.id as "sessionId", m.id as "memberId",
      m.chapter_id as "chapterId", m.role, c.policy, c.time_zone as "timeZone",
      ${unexplainedFigures} as "hasUnexplainedFigures",
        pg_current_snapshot()::text as snapshot
    from auth.session s
    join auth.account a on a.id = s.account_id and a.disabled_at is null
    left join hub.account_chapter ac on ac.account_id = a.id
    left join hub.member m on m.chapter_id = ac.chapter_id and m.id = ac.member_id
      and m.account_id = a.id and m.status = 'active'
    left join hub.chapter c on c.id = m.chapter_id
    where s.token = ${sessionToken} and s.expires_at > now()
    order by m.id is null,
      m.chapter_id::text = coalesce(s.active_chapter_id, a.last_chapter_id) desc nulls last,
      c.name, c.id
    limit 1
  `.execute(db);
  return found.rows[0] && toIdentity(found.rows[0], connections);
}

/**
 * The account that an issuer's identity is connected with, as an active member: of the chapter asked
 * for, else of every chapter it is in, at most two of them.
 */
export async function findCallersByIdentity(
  db: Db,
  { issuer, subject }: { issuer: string; subject: string },
  chapterId: Id<'chapter'> | undefined,
): Promise<Identity[]> {
  const connections = connectionsOpened(db);
  const found = await sql<Row>`
    select a.id as "accountId", null as "sessionId", m.id as "memberId",
      m.chapter_id as "chapterId", m.role, c.policy, c.time_zone as "timeZone",
      ${unexplainedFigures} as "hasUnexplainedFigures",
      pg_current_snapshot()::text as snapshot
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
  return found.rows.map((row) => toIdentity(row, connections));
}

/** After a crash the database may name another state as it named one before: the connections tell. */
function toIdentity(row: Row, connections: number): Identity {
  const { accountId, memberId, chapterId, role, policy, timeZone } = row;
  const sessionId = row.sessionId ?? undefined;
  const { hasUnexplainedFigures } = row;
  const snapshot = `${connections}/${row.snapshot}`;
  const member =
    memberId === null || chapterId === null
      ? undefined
      : { memberId, chapterId, role, policy, timeZone, hasUnexplainedFigures, snapshot };
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
