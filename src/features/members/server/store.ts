/** Members of a chapter: the directory and lookups by other features. */
import {
  type AliasedRawBuilder,
  type RawBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { MailSwitch } from '#kit/mail.ts';
import { type Role, roleSuffices } from '#kit/role.ts';
import { type AuditContext, audit } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { createRowMap } from '#server/database/row-map.ts';
import type { Member } from '../contract.ts';
import type { MemberStatus } from '../membership.ts';
import type { MemberDetail } from '../membership-contract.ts';
import { firstAndLastName } from '../names.ts';
import { type HideableField, noTexts, type OptionalField, type OptionalTexts } from '../profile.ts';
import type { MemberTable } from './tables.ts';

/** Who views members: sees all of their own fields, and of others what is visible to them. */
export type Viewer = { readonly memberId: Id<'member'> | null; readonly isAdmin: boolean };

export function toViewer({ memberId, role }: { memberId: Id<'member'>; role: Role }): Viewer {
  return { memberId, isAdmin: roleSuffices(role, 'admin') };
}

/** Any other member of the chapter. */
export const ordinaryMember: Viewer = { memberId: null, isAdmin: false };

export const texts = createRowMap<OptionalTexts, Selectable<MemberTable>>()(
  {
    primaryPhone: 'primary_phone',
    company: 'company',
    title: 'job_title',
    website: 'website',
    city: 'city',
    bio: 'bio',
    headline: 'headline',
    asks: 'asks',
    offers: 'offers',
  },
  {},
);
const columnOf = { email: 'email', ...texts.columnOf };

/**
 * A member's field if the viewer may see it, otherwise null. All reads of profile fields go through
 * this and never use the column directly, so that hidden values do not even leave the database. The
 * rule itself is `hub.shown_field`, which also fills the searchable texts (`migrations/0104`).
 */
export function visibleField(viewer: Viewer, field: HideableField): RawBuilder<string | null> {
  const column = sql.ref(`member.${columnOf[field]}`);
  const toOthers = sql`shown_field(${column}, member.privacy, ${sql.lit(field)}, ${viewer.isAdmin})`;
  if (viewer.memberId === null) return sql<string | null>`${toOthers}`;
  return sql<
    string | null
  >`case when member.id = ${viewer.memberId}::uuid then ${column} else ${toOthers} end`;
}

export function visibleTexts<Field extends OptionalField>(
  viewer: Viewer,
  fields: readonly Field[],
): AliasedRawBuilder<string | null, Field>[] {
  return fields.map((field) => visibleField(viewer, field).as(field));
}

/** The texts of a row that was read so. */
export function pickTexts<Field extends OptionalField>(
  row: Readonly<Record<Field, string | null>>,
  fields: readonly Field[],
): Record<Field, string | null> {
  return Object.fromEntries(fields.map((field) => [field, row[field]])) as typeof row;
}

/** A hidden address is empty and not null: the specification requires a text. */
export function visibleEmail(viewer: Viewer): RawBuilder<string> {
  return sql<string>`coalesce(${visibleField(viewer, 'email')}, '')`;
}

/** Sorts by name, with case and accents secondary, whatever the database's locale. */
export const byName = sql`display_name collate "und-x-icu"`;

/** A literal: if the status were a parameter, a generic plan could not use the indexes of active members. */
export const isActive = sql<SqlBool>`member.status = 'active'`;

/** Active members by name; without `take` everyone after `skip`. */
export async function listMembers(
  db: Db,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
  page: { skip?: number | undefined; take?: number | undefined },
): Promise<{ items: Member[]; totalCount: number }> {
  const active = db.selectFrom('member').where('chapter_id', '=', chapterId).where(isActive);
  let rows = active
    .select(memberColumns)
    .select([
      visibleEmail(viewer).as('email'),
      visibleField(viewer, 'primaryPhone').as('primaryPhone'),
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

export const memberColumns = [
  'id',
  'external_user_identifier',
  'display_name',
  'first_name',
  'last_name',
  'created_at',
] as const;

export type MemberRow = {
  id: Id<'member'>;
  external_user_identifier: string | null;
  display_name: string;
  first_name: string | null;
  last_name: string | null;
  email: string;
  primaryPhone: string | null;
  created_at: Instant;
};

export function toMember(row: MemberRow): Member {
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
    primaryPhone: row.primaryPhone,
    audit: { createdAt: row.created_at },
  };
}

export type DetailRow = MemberRow & {
  role: Role;
  status: MemberStatus;
  version: number;
  former_number: number | null;
};

export const detailColumns = [
  ...memberColumns,
  'role',
  'status',
  'version',
  'former_number',
] as const;

export function toDetail(row: DetailRow): MemberDetail {
  const { role, status, version } = row;
  return { ...toMember(row), role, status, isErased: row.former_number !== null, version };
}

function selectDetails(db: Db | Tx, chapterId: Id<'chapter'>, viewer: Viewer) {
  return db
    .selectFrom('member')
    .select(detailColumns)
    .select([
      visibleEmail(viewer).as('email'),
      visibleField(viewer, 'primaryPhone').as('primaryPhone'),
    ])
    .where('chapter_id', '=', chapterId);
}

/** A member as the viewer sees them, also if inactive. */
export async function findMember(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
  memberId: Id<'member'>,
): Promise<MemberDetail | undefined> {
  const row = await selectDetails(db, chapterId, viewer)
    .where('id', '=', memberId)
    .executeTakeFirst();
  return row && toDetail(row);
}

/** Disabled and removed members, by name. */
export async function listInactive(
  db: Db,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
): Promise<MemberDetail[]> {
  const rows = await selectDetails(db, chapterId, viewer)
    .where('status', '<>', 'active')
    .orderBy(byName)
    .orderBy('id')
    .execute();
  return rows.map(toDetail);
}

export type MemberName = {
  readonly id: Id<'member'>;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** How these members are called, also those who have left. */
export async function readMemberNames(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  ids: Iterable<Id<'member'>>,
): Promise<ReadonlyMap<Id<'member'>, string>> {
  const names = await listMemberNames(db, chapterId, [...new Set(ids)]);
  return new Map(names.map(({ id, displayName }) => [id, displayName]));
}

/**
 * Names of members, sorted; also of removed ones, which old expenses and events still show. Unknown
 * ids are omitted.
 */
export async function listMemberNames(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  ids: readonly Id<'member'>[],
): Promise<MemberName[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('member')
    .select(['id', 'display_name', 'first_name', 'last_name'])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', sql<Id<'member'>>`any(${ids}::uuid[])`)
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

/** Which of the ids are active members of the chapter. */
export async function findActiveMemberIds(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  ids: readonly Id<'member'>[],
): Promise<Set<Id<'member'>>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('member')
    .select('id')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', sql<Id<'member'>>`any(${ids}::uuid[])`)
    .where('status', '=', 'active')
    .execute();
  return new Set(rows.map((row) => row.id));
}

/**
 * Which of them were erased. Waits for an erasure under way and lets none begin until the transaction ends, so that
 * nothing is opened for a member while they are erased.
 */
export async function findErasedMembers(
  tx: Tx,
  chapterId: Id<'chapter'>,
  ids: readonly Id<'member'>[],
): Promise<ReadonlySet<Id<'member'>>> {
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'former_number'])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', sql<Id<'member'>>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.filter((row) => row.former_number !== null).map((row) => row.id));
}

/** Whether one of them was erased, as `findErasedMembers` finds out. */
export async function hasErasedMember(
  tx: Tx,
  chapterId: Id<'chapter'>,
  ids: readonly Id<'member'>[],
): Promise<boolean> {
  return (await findErasedMembers(tx, chapterId, ids)).size > 0;
}

export type NewMember = {
  readonly id: Id<'member'>;
  readonly displayName: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Instant;
  /** By default when they were added. */
  readonly asksAt?: Instant;
} & Partial<OptionalTexts>;

/**
 * Adds active members without an account, a few hundred at once, and returns how many. Members
 * whose address is already in the chapter are not added.
 */
export async function createMembers(
  tx: Tx,
  chapterId: Id<'chapter'>,
  members: readonly NewMember[],
): Promise<number> {
  const added = await tx
    .insertInto('member')
    .values(members.map((each) => toRow(chapterId, each)))
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return added.length;
}

function toRow(chapterId: Id<'chapter'>, member: NewMember) {
  return {
    chapter_id: chapterId,
    id: member.id,
    account_id: null,
    external_user_identifier: null,
    display_name: member.displayName,
    first_name: member.firstName,
    last_name: member.lastName,
    email: member.email,
    ...texts.toRow({ ...noTexts, ...member }),
    asks_at: member.asks ? (member.asksAt ?? member.createdAt) : null,
    role: member.role,
    created_at: member.createdAt,
    updated_at: member.createdAt,
  };
}

/** Somebody who can be emailed, and about what they want to be. */
export type MailRecipient = {
  readonly memberId: Id<'member'>;
  readonly email: string;
  readonly role: Role;
  readonly createdAt: Instant;
  readonly wanted: readonly MailSwitch[];
};

/** Active members whose account can sign in and has an address: these, and those who keep the books if asked. */
export async function listMailRecipients(
  db: Db,
  chapterId: Id<'chapter'>,
  { ids, treasurers = false }: { ids: readonly Id<'member'>[] | 'everyone'; treasurers?: boolean },
): Promise<MailRecipient[]> {
  const { rows } = await sql<MailRecipient>`
    select m.id as "memberId", a.email, m.role, m.created_at as "createdAt", array_remove(array[
      case when m.mails_about_money then 'money' end, case when m.mails_about_events then 'events' end,
      case when m.mails_weekly then 'weekly' end], null) as wanted
    from member m
    join auth.account a on a.id = m.account_id and a.disabled_at is null and a.email <> ''
    where m.chapter_id = ${chapterId} and m.status = 'active'
      and (${ids === 'everyone'} or m.id = any(${ids === 'everyone' ? [] : [...ids]}::uuid[])
        or ${treasurers} and m.role in ('treasurer', 'admin'))
    order by m.id
  `.execute(db);
  return rows;
}

const switchColumns = {
  money: 'mails_about_money',
  events: 'mails_about_events',
  weekly: 'mails_weekly',
} as const satisfies Record<MailSwitch, keyof MemberTable>;

/** Undefined unless the member is active. */
export async function readMailSwitches(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<Record<MailSwitch, boolean> | undefined> {
  return db
    .selectFrom('member')
    .select([
      'mails_about_money as money',
      'mails_about_events as events',
      'mails_weekly as weekly',
    ])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .where(isActive)
    .executeTakeFirst();
}

/** Names of the switches in the audit log. */
const switchFields = {
  money: 'mailsAboutMoney',
  events: 'mailsAboutEvents',
  weekly: 'weeklyMails',
} as const satisfies Record<MailSwitch, string>;

/** Not part of the profile, so its version stays. Only a change is recorded. */
export async function saveMailSwitch(
  tx: Tx,
  context: AuditContext & { readonly memberId: Id<'member'> },
  mail: MailSwitch,
  isOn: boolean,
): Promise<void> {
  const { chapterId, memberId } = context;
  const column = switchColumns[mail];
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ [column]: isOn })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .where(column, '<>', isOn)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const field = switchFields[mail];
  await audit(tx, context, {
    action: mail === 'events' ? 'member.event-mails' : 'member.mails',
    kind: 'member',
    id: memberId,
    before: { [field]: !isOn },
    after: { [field]: isOn },
  });
}

/** As SQL, the name of the member whose id is in `column`; the row `t` is of the same chapter. */
export const nameOf = (column: string) => selectOfMember('display_name', column);

/** As `nameOf`, the role. */
export const roleOf = (column: string) => selectOfMember('role', column);

function selectOfMember(wanted: string, column: string): string {
  return `(select m.${wanted} from hub.member m where m.chapter_id = t.chapter_id and m.id = ${column})`;
}
