/** Members of one chapter: the directory, and what other features ask about people. */
import { sql } from 'kysely';
import type { Role } from '#features/auth/role.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/db.ts';
import type { Member } from '../contract.ts';
import { firstAndLastName } from '../names.ts';

/** By name as people sort names: case and accents second, whatever the database's own locale. */
const byName = sql`display_name collate "und-x-icu"`;

/** Active members by name; without `take` everybody after `skip`. */
export async function listMembers(
  db: Db,
  chapterId: Id,
  page: { skip?: number | undefined; take?: number | undefined },
): Promise<{ items: Member[]; totalCount: number }> {
  const active = db
    .selectFrom('member')
    .where('chapter_id', '=', chapterId)
    .where('status', '=', 'active');
  let rows = active
    .select([
      'id',
      'external_user_identifier',
      'display_name',
      'first_name',
      'last_name',
      'email',
      'primary_phone',
      'created_at',
    ])
    .orderBy(byName)
    .orderBy('id');
  if (page.skip !== undefined) rows = rows.offset(page.skip);
  if (page.take !== undefined) rows = rows.limit(page.take);
  const [items, total] = await Promise.all([
    rows.execute(),
    active.select((count) => count.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { items: items.map(toMember), totalCount: total.count };
}

type MemberRow = {
  id: Id;
  external_user_identifier: string | null;
  display_name: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  primary_phone: string | null;
  created_at: Instant;
};

function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    externalUserIdentifier: row.external_user_identifier,
    displayName: row.display_name,
    ...firstAndLastName({
      displayName: row.display_name,
      firstName: row.first_name,
      lastName: row.last_name,
    }),
    email: row.email,
    primaryPhone: row.primary_phone,
    audit: { createdAt: row.created_at },
  };
}

export type MemberName = {
  readonly id: Id;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
};

/**
 * Names of the chapter's people, in the order of names; those who left keep theirs, because old
 * expenses and events still speak of them. Ids of nobody in the chapter are simply missing.
 */
export async function memberNames(
  db: Db | Tx,
  chapterId: Id,
  ids: readonly Id[],
): Promise<MemberName[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('member')
    .select(['id', 'display_name', 'first_name', 'last_name'])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', sql<Id>`any(${ids}::uuid[])`)
    .orderBy(byName)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    displayName: row.display_name,
    ...firstAndLastName({
      displayName: row.display_name,
      firstName: row.first_name,
      lastName: row.last_name,
    }),
  }));
}

/** Those of the ids that are active members of the chapter: who may be put into something new. */
export async function activeMemberIds(
  db: Db | Tx,
  chapterId: Id,
  ids: readonly Id[],
): Promise<Set<Id>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', sql<Id>`any(${ids}::uuid[])`)
    .where('status', '=', 'active')
    .execute();
  return new Set(rows.map((row) => row.id));
}

export type NewMember = {
  readonly id: Id;
  readonly displayName: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly primaryPhone: string | null;
  readonly role: Role;
  readonly createdAt: Instant;
};

/** Adds active members who have no account yet; a few hundred at once. */
export async function createMembers(
  tx: Tx,
  chapterId: Id,
  members: readonly NewMember[],
): Promise<void> {
  await tx
    .insertInto('member')
    .values(members.map((each) => toRow(chapterId, each)))
    .execute();
}

function toRow(chapterId: Id, member: NewMember) {
  return {
    chapter_id: chapterId,
    id: member.id,
    account_id: null,
    external_user_identifier: null,
    display_name: member.displayName,
    first_name: member.firstName,
    last_name: member.lastName,
    email: member.email,
    primary_phone: member.primaryPhone,
    role: member.role,
    created_at: member.createdAt,
    updated_at: member.createdAt,
  };
}
