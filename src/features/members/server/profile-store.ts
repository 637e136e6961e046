/** A member's profile: as a viewer sees it, and as stored. */
import { type Selectable, sql } from 'kysely';
import type { ChapterScope } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { MemberStatus } from '../membership.ts';
import { firstAndLastName } from '../names.ts';
import {
  type Audience,
  audiences,
  hideableFields,
  lockableFields,
  openPrivacy,
  optionalFields,
  type Privacy,
  type Profile,
} from '../profile.ts';
import type { MemberProfile } from '../profile-contract.ts';
import { toPhoneUrl } from './phone-url.ts';
import {
  detailColumns,
  pickTexts,
  texts,
  toDetail,
  type Viewer,
  visibleEmail,
  visibleTexts,
} from './store.ts';
import type { MemberTable } from './tables.ts';

/** A member's profile as the viewer sees it, also for inactive members. */
export async function findProfile(
  db: Db | Tx,
  { chapterId, timeZone }: ChapterScope,
  viewer: Viewer,
  memberId: Id<'member'>,
): Promise<MemberProfile | undefined> {
  const row = await db
    .selectFrom('member')
    .select([...detailColumns, 'privacy', 'locked_fields'])
    .select([visibleEmail(viewer).as('email'), ...visibleTexts(viewer, optionalFields)])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (!row) return undefined;
  const seesSettings = viewer.isAdmin || viewer.memberId === memberId;
  return {
    ...toDetail(row),
    ...pickTexts(row, optionalFields),
    phoneUrl: toPhoneUrl(row.primaryPhone, timeZone),
    privacy: seesSettings ? readPrivacy(row.privacy) : null,
    locked: seesSettings ? readLocks(row.locked_fields) : null,
  };
}

export type StoredProfile = {
  readonly profile: Profile;
  readonly status: MemberStatus;
  readonly isErased: boolean;
  /** When what they look for was last entered or kept. */
  readonly asksAt: Instant | null;
  readonly version: number;
};

/** Locks and returns a whole profile, for deciding about a change only. */
export async function lockProfile(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<StoredProfile | undefined> {
  const row = await tx
    .selectFrom('member')
    .select(profileColumns)
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .forUpdate()
    .executeTakeFirst();
  return row && toStoredProfile(row);
}

export const profileColumns = [
  'display_name',
  'first_name',
  'last_name',
  ...texts.columns,
  'asks_at',
  'privacy',
  'locked_fields',
  'status',
  'former_number',
  'version',
] as const;

type KeptRow = Pick<Selectable<MemberTable>, (typeof profileColumns)[number]>;

export function toStoredProfile(row: KeptRow): StoredProfile {
  const name = {
    displayName: row.display_name,
    firstName: row.first_name,
    lastName: row.last_name,
  };
  const profile = {
    ...firstAndLastName(name),
    ...texts.toEntity(row),
    privacy: readPrivacy(row.privacy),
    locked: readLocks(row.locked_fields),
  };
  const { status, version, asks_at: asksAt } = row;
  return { profile, status, isErased: row.former_number !== null, asksAt, version };
}

/** Saves a profile. */
export async function saveProfile(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
  profile: Profile,
  { now, isRenamed, keepsAsks = false }: { now: Instant; isRenamed: boolean; keepsAsks?: boolean },
): Promise<void> {
  const { firstName, lastName } = profile;
  const names = {
    display_name: `${firstName} ${lastName}`.trim(),
    first_name: firstName,
    last_name: lastName || null,
  };
  await tx
    .updateTable('member')
    .set((eb) => ({
      // A display name that differs from first and last name stays until the name is changed.
      ...(isRenamed ? names : {}),
      ...texts.toRow(profile),
      ...(keepsAsks ? { asks_at: now } : {}),
      privacy: JSON.stringify(pickNonDefault(profile.privacy)),
      locked_fields: sql<string[]>`${[...profile.locked]}::text[]`,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .execute();
}

/** Only audiences other than the default are stored. */
function pickNonDefault(privacy: Privacy): Partial<Privacy> {
  return Object.fromEntries(
    hideableFields
      .filter((field) => privacy[field] !== 'members')
      .map((field) => [field, privacy[field]]),
  );
}

/** Like the database's own rule: an unknown audience means only the owner. */
function readPrivacy(kept: unknown): Privacy {
  const stored = (kept ?? {}) as Record<string, unknown>;
  const read = (field: string): Audience => {
    const audience = stored[field] ?? 'members';
    return audiences.find((known) => known === audience) ?? 'me';
  };
  return Object.fromEntries(
    Object.keys(openPrivacy).map((field) => [field, read(field)]),
  ) as Privacy;
}

function readLocks(kept: readonly string[]) {
  return lockableFields.filter((field) => kept.includes(field));
}
