/** Members taken from a file, hundreds at a time. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type AuditContext, auditAll } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import type { KnownMember, PlannedRow } from '../import.ts';
import { changedFields, type Profile, recordOfChange, textFields } from '../profile.ts';
import { keptColumns, keptProfile, saveProfile } from './profile-store.ts';
import { createMembers } from './store.ts';

/** Two imports of one chapter wait for each other, so that nobody is added twice. */
export async function lockImports(tx: Tx, chapterId: Id<'chapter'>): Promise<void> {
  await lockUntilCommit(tx, 'import members', chapterId);
}

/**
 * Everybody of the chapter by address, for deciding about rows and for nothing else. Whoever is
 * there now counts before those who once had the address and were removed.
 */
export async function knownByAddress(
  tx: Tx,
  chapterId: Id<'chapter'>,
): Promise<Map<string, KnownMember>> {
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'email', ...keptColumns])
    .where('chapter_id', '=', chapterId)
    .orderBy(sql`status <> 'removed'`)
    .orderBy('id')
    .execute();
  return new Map(
    rows.map((row) => {
      const { profile, status } = keptProfile(row);
      return [row.email.toLowerCase(), { id: row.id, status, profile }];
    }),
  );
}

const batch = 250;

/**
 * Adds who is new and changes who is changed; each leaves its record. Refuses with
 * `address_taken` when somebody else has added one of them meanwhile.
 */
export async function takeRows(
  tx: Tx,
  by: AuditContext,
  planned: readonly PlannedRow[],
): Promise<Result<undefined>> {
  const added = planned.filter((row) => row.outcome === 'new');
  for (let done = 0; done < added.length; done += batch) {
    const members = added
      .slice(done, done + batch)
      .map(({ email, profile }) => ({ id: by.newId<'member'>(), email, profile }));
    const written = await createMembers(
      tx,
      by.chapterId,
      members.map(({ id, email, profile }) => newMember(id, email, profile, by.now)),
    );
    if (written < members.length) return addressTaken;
    await auditAll(
      tx,
      by,
      members.map(({ id, email, profile }) => ({
        action: 'member.import',
        kind: 'member',
        id,
        after: { email, ...saidOf(profile) },
      })),
    );
  }
  const changed = planned.filter((row) => row.outcome === 'changed');
  for (const { id, before, profile } of changed) {
    const isRenamed = changedFields(before, profile).some((field) => field.endsWith('Name'));
    await saveProfile(tx, by.chapterId, id, profile, { now: by.now, isRenamed });
  }
  for (let done = 0; done < changed.length; done += batch) {
    const records = changed.slice(done, done + batch).map(({ id, before, profile }) => ({
      action: 'member.import' as const,
      kind: 'member',
      id,
      ...recordOfChange(before, profile),
    }));
    await auditAll(tx, by, records);
  }
  return ok(undefined);
}

const addressTaken = refuse(
  'conflict',
  'address_taken',
  'Someone in this file was just added by someone else. Nothing was imported. Preview the file again.',
);

function newMember(id: Id<'member'>, email: string, profile: Profile, now: Instant) {
  const { firstName, lastName } = profile;
  return {
    ...profile,
    id,
    email,
    displayName: `${firstName} ${lastName}`.trim(),
    firstName,
    lastName: lastName || null,
    role: 'member',
    createdAt: now,
  } as const;
}

function saidOf(profile: Profile) {
  const texts = textFields.filter((field) => profile[field]);
  return Object.fromEntries(texts.map((field) => [field, profile[field]]));
}
