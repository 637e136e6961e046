/** Groups of members. */
import { type Selectable, sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Refused, type Result, refuse } from '#kit/result.ts';
import { catchRefusal, constraintRefusal } from '#server/database/constraints.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { MemberGroup } from '../group-contract.ts';
import type { MemberGroupTable } from './tables.ts';

/** All groups, or one, with their active members. */
export async function listGroups(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  groupId: Id<'group'> | null = null,
): Promise<MemberGroup[]> {
  const { rows } = await sql<MemberGroup>`
    select g.id, g.name, g.version, array(
      select m.id from member_group_entry e
      join member m on m.chapter_id = e.chapter_id and m.id = e.member_id
      where e.chapter_id = g.chapter_id and e.group_id = g.id and m.status = 'active'
      order by m.display_name collate "und-x-icu", m.id
    ) as "memberIds"
    from member_group g
    where g.chapter_id = ${chapterId} and g.id = coalesce(${groupId}::uuid, g.id)
    order by g.name collate "und-x-icu", g.id`.execute(db);
  return rows;
}

export async function countGroups(tx: Tx, chapterId: Id<'chapter'>): Promise<number> {
  const { count } = await tx
    .selectFrom('member_group')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('chapter_id', '=', chapterId)
    .executeTakeFirstOrThrow();
  return count;
}

const nameTaken: Refused = refuse(
  'conflict',
  'name_taken',
  "There's already a group with this name",
  { field: 'name' },
);

/** Creates the group, or replaces its name and its active members: those who are not shown may come back. */
export async function saveGroup(
  tx: Tx,
  chapterId: Id<'chapter'>,
  group: MemberGroup,
  now: Instant,
): Promise<Result<undefined>> {
  const { id, name, memberIds, version } = group;
  const saved = { name, version, updated_at: now };
  const row: Selectable<MemberGroupTable> = {
    ...saved,
    chapter_id: chapterId,
    id,
    created_at: now,
  };
  return catchRefusal(constraintRefusal('member_group_name', nameTaken), async () => {
    await tx
      .insertInto('member_group')
      .values(row)
      .onConflict((conflict) => conflict.columns(['chapter_id', 'id']).doUpdateSet(saved))
      .execute();
    await sql`
      delete from member_group_entry e using member m
      where e.chapter_id = ${chapterId} and e.group_id = ${id}
        and m.chapter_id = e.chapter_id and m.id = e.member_id and m.status = 'active'`.execute(tx);
    await sql`
      insert into member_group_entry (chapter_id, group_id, member_id)
      select ${chapterId}::uuid, ${id}::uuid, unnest(${memberIds}::uuid[])`.execute(tx);
  });
}

export async function deleteGroup(
  tx: Tx,
  chapterId: Id<'chapter'>,
  groupId: Id<'group'>,
): Promise<void> {
  await tx
    .deleteFrom('member_group')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', groupId)
    .execute();
}
