/** Installation admins and the list of chapters. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page } from '#kit/page.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { ChapterSummary } from '../installation-contract.ts';

/** Idempotent. */
export async function grantInstallationAdmin(
  db: Db | Tx,
  accountId: string,
  now: Instant,
): Promise<void> {
  await db
    .insertInto('installation_admin')
    .values({ account_id: accountId, granted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** False if the account was not an installation admin. */
export async function revokeInstallationAdmin(db: Db, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('installation_admin')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function hasInstallationAdmin(db: Db): Promise<boolean> {
  const one = await db.selectFrom('installation_admin').select('account_id').limit(1).execute();
  return one.length > 0;
}

const memberCount = sql<number>`(
  select count(*) from hub.member m where m.chapter_id = c.id and m.status = 'active'
)`;
const hasAdmin = sql<boolean>`exists (
  select from hub.member m
  where m.chapter_id = c.id and m.status = 'active' and m.role = 'admin'
    and m.account_id is not null
)`;

/** By name; only counts, never a chapter's data. */
export async function listChapters(db: Db, request: PageRequest): Promise<Page<ChapterSummary>> {
  const total = await db
    .selectFrom('chapter')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('chapter as c')
    .select([
      'c.id',
      'c.name',
      'c.created_at as createdAt',
      memberCount.as('memberCount'),
      hasAdmin.as('hasAdmin'),
    ])
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(request.take)
    .offset(request.skip)
    .execute();
  return page(rows, total.count, request);
}

export async function findChapterSummary(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
): Promise<ChapterSummary | undefined> {
  return db
    .selectFrom('chapter as c')
    .select([
      'c.id',
      'c.name',
      'c.created_at as createdAt',
      memberCount.as('memberCount'),
      hasAdmin.as('hasAdmin'),
    ])
    .where('c.id', '=', chapterId)
    .executeTakeFirst();
}
