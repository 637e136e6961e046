import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { ChapterPolicy, EventPolicy, Role, SettlementWay } from '#kit/role.ts';
import { findNewHome } from '#server/chapter-archive/new-home.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { sessionLifetime } from '../sessions/session-lifetime.ts';

export type Membership = {
  chapterId: Id<'chapter'>;
  name: string;
  logo: string | null;
  timeZone: string;
  policy: ChapterPolicy;
  eventPolicy: EventPolicy;
  membersSeeWallets: boolean;
  settlesThrough: SettlementWay;
  saysHowToPay: boolean;
  chapterSiteUrl: string;
  networkHubUrl: string;
  learningCentreUrl: string;
  localPlatformUrl: string;
  memberId: Id<'member'>;
  role: Role;
  displayName: string;
  isActive: boolean;
};

export type Session = {
  sessionId: string;
  accountId: string;
  email: string;
  name: string;
  isInstallationAdmin: boolean;
  /** Active memberships by chapter name; at most one is marked active. */
  memberships: readonly Membership[];
  /** The address of the chapter that they opened last, if it moved and they have no other. */
  movedTo: string | undefined;
};

type Account = Omit<Session, 'memberships' | 'movedTo'> & {
  wantedChapterId: Id<'chapter'> | null;
  begunAt: Instant;
};

/** Finds a valid session by its token (from a cookie) or id (of a caller). */
export async function readSession(
  db: Db,
  key: { token: string } | { id: string },
): Promise<Session | undefined> {
  const which = 'token' in key ? sql`s.token = ${key.token}` : sql`s.id = ${key.id}`;
  const found = await sql<Account>`
    select s.id as "sessionId", a.id as "accountId", a.email, a.name,
      exists (
        select from hub.installation_admin ia where ia.account_id = a.id
      ) as "isInstallationAdmin",
      coalesce(s.active_chapter_id, a.last_chapter_id) as "wantedChapterId",
      s.created_at as "begunAt"
    from auth.session s
    join auth.account a on a.id = s.account_id and a.disabled_at is null
    where ${which} and s.expires_at > now()
  `.execute(db);
  const account = found.rows[0];
  if (!account) return undefined;
  const { wantedChapterId, begunAt, ...rest } = account;
  const memberships = await listMemberships(db, account.accountId, begunAt);
  const active =
    memberships.find(({ chapterId }) => chapterId === wantedChapterId) ?? memberships[0];
  return {
    ...rest,
    memberships: memberships.map((one) => ({ ...one, isActive: one === active })),
    movedTo: active || !wantedChapterId ? undefined : await findNewHome(db, wantedChapterId),
  };
}

/** Of members who were not enabled again since the session began. */
async function listMemberships(db: Db, accountId: string, begunAt: Instant): Promise<Membership[]> {
  const rows = await db
    .selectFrom('account_chapter as ac')
    .innerJoin('member as m', (join) =>
      join.onRef('m.chapter_id', '=', 'ac.chapter_id').onRef('m.id', '=', 'ac.member_id'),
    )
    .innerJoin('chapter as c', 'c.id', 'ac.chapter_id')
    .select([
      'c.id as chapterId',
      'c.name',
      'c.logo_hash as logo',
      'c.time_zone as timeZone',
      'c.policy',
      'c.event_policy as eventPolicy',
      'c.members_see_wallets as membersSeeWallets',
      'c.settles_through as settlesThrough',
      'c.says_how_to_pay as saysHowToPay',
      'c.chapter_site_url as chapterSiteUrl',
      'c.network_hub_url as networkHubUrl',
      'c.learning_centre_url as learningCentreUrl',
      'c.local_platform_url as localPlatformUrl',
      'm.id as memberId',
      'm.role',
      'm.display_name as displayName',
    ])
    .where('ac.account_id', '=', accountId)
    .whereRef('m.account_id', '=', 'ac.account_id')
    .where('m.status', '=', 'active')
    .where((eb) => eb.or([eb('m.enabled_at', 'is', null), eb('m.enabled_at', '<=', begunAt)]))
    .orderBy('c.name')
    .orderBy('c.id')
    .execute();
  return rows.map((row) => ({ ...row, isActive: false }));
}

/**
 * Opens the last active chapter and deletes the account's expired sessions. Requires `lockProof`.
 */
export async function insertSession(
  tx: Tx,
  session: { id: string; token: string; accountId: string; userAgent: string },
): Promise<void> {
  await sql`
    insert into auth.session
      (id, token, account_id, user_agent, active_chapter_id, created_at, last_used_at, expires_at)
    select ${session.id}, ${session.token}, a.id, ${session.userAgent}, a.last_chapter_id,
      now(), now(), now() + make_interval(secs => ${sessionLifetime.idleSeconds})
    from auth.account a where a.id = ${session.accountId}
  `.execute(tx);
  await sql`
    delete from auth.session where account_id = ${session.accountId} and expires_at <= now()
  `.execute(tx);
}

/** Called on every use of a session; writes at most once an hour. */
export async function extendSession(db: Db, sessionId: string): Promise<void> {
  await sql`
    update auth.session
    set last_used_at = now(),
      expires_at = least(
        now() + make_interval(secs => ${sessionLifetime.idleSeconds}),
        created_at + make_interval(secs => ${sessionLifetime.maxSeconds}))
    where id = ${sessionId} and last_used_at < now() - interval '1 hour'
  `.execute(db);
}

export async function endSession(db: Db, token: string): Promise<void> {
  await sql`delete from auth.session where token = ${token}`.execute(db);
}

export async function endAllSessions(db: Db, accountId: string): Promise<number> {
  const ended = await sql`
    delete from auth.session where account_id = ${accountId} returning id
  `.execute(db);
  return ended.rows.length;
}

export async function openChapter(
  tx: Tx,
  session: { sessionId: string; accountId: string },
  chapterId: Id<'chapter'>,
): Promise<void> {
  // Account first: the same lock order as for ending its sessions.
  await sql`
    update auth.account set last_chapter_id = ${chapterId} where id = ${session.accountId}
  `.execute(tx);
  await sql`
    update auth.session set active_chapter_id = ${chapterId} where id = ${session.sessionId}
  `.execute(tx);
}

/** A session without a cookie, for tokens issued by the operator's command line. */
export async function createOperatorSession(
  db: Db,
  session: {
    id: string;
    token: string;
    accountId: string;
    chapterId: Id<'chapter'> | null;
    lifetimeSeconds: number;
  },
): Promise<void> {
  await sql`
    insert into auth.session
      (id, token, account_id, user_agent, active_chapter_id, created_at, last_used_at, expires_at)
    values (${session.id}, ${session.token}, ${session.accountId}, 'hub token',
      ${session.chapterId}, now(), now(), now() + make_interval(secs => ${session.lifetimeSeconds}))
  `.execute(db);
}
