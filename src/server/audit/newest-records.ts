import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db } from '../database/db.ts';
import type { AuditAction } from './audit.ts';

/** What was done, for features that show it to members as news. */
export type RecordedChange = {
  readonly action: AuditAction;
  readonly entityId: Id;
  readonly at: Instant;
  readonly actorId: Id<'member'> | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
};

/** Whether anything was done in any chapter between two instants. */
export async function hasRecords(db: Db, after: Instant, before: Instant): Promise<boolean> {
  const { rows } = await sql<{ it: boolean }>`
    select exists (select from audit where at > ${after} and at < ${before}) as it`.execute(db);
  return rows[0]?.it === true;
}

/** Bounds what is read of a busy chapter, from the end of one index. */
const maxRecords = 1_000;
/** Of a quiet one, more are read only if all of these are new. */
const firstRead = 50;

type Wanted = {
  readonly since: Instant;
  readonly exceptBy?: Id<'member'>;
  readonly actions: readonly AuditAction[];
};
type Newest = { readonly records: RecordedChange[]; readonly isCut: boolean };

/**
 * What was done, by others than a member if one is named, since an instant, newest first, of the newest records of the
 * chapter; `isCut` if these do not reach back that far.
 */
export async function listNewestRecords(
  db: Db,
  chapterId: Id<'chapter'>,
  { most = maxRecords, ...wanted }: Wanted & { readonly most?: number },
): Promise<Newest> {
  for (let count = Math.min(firstRead, most); ; count = Math.min(10 * count, most)) {
    const newest = await readNewest(db, chapterId, wanted, count);
    if (!newest.isCut || count === most) return newest;
  }
}

async function readNewest(
  db: Db,
  chapterId: Id<'chapter'>,
  { since, exceptBy, actions }: Wanted,
  most: number,
): Promise<Newest> {
  // Ids of records are in the order of their times, so that the newest need no index of their own.
  const { rows } = await sql<RecordedChange & { oldest: Instant; count: number }>`
    with newest as materialized (
      select id, at, actor_id, action
      from audit
      where chapter_id = ${chapterId}
      order by id desc limit ${most}
    ), read as (
      select min(at) as oldest, count(*)::integer as count from newest
    )
    select a.action, a.entity_id as "entityId", a.at, a.actor_id as "actorId", a.before, a.after,
      read.oldest, read.count
    from read
    left join newest n on n.at > ${since}
      and (${exceptBy ?? null}::uuid is null or n.actor_id is distinct from ${exceptBy ?? null}::uuid)
      and n.action = any(${[...actions]}::text[])
    left join audit a on a.chapter_id = ${chapterId} and a.id = n.id
    order by a.id desc`.execute(db);
  const [first] = rows;
  return {
    records: rows
      .filter(({ action }) => action !== null)
      .map(({ action, entityId, at, actorId, before, after }) => {
        return { action, entityId, at, actorId, before, after };
      }),
    isCut: first !== undefined && first.count === most && first.oldest > since,
  };
}
