/** Stores imported members in batchSizees. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type AuditContext, auditAll } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import type { KnownMember, PlannedRow } from '../import.ts';
import { changedFields, type Profile, textFields, toAuditedChange } from '../profile.ts';
import { profileColumns, saveProfile, toStoredProfile } from './profile-store.ts';
import { createMembers } from './store.ts';

/** Serializes imports per chapter, so that no one is added twice. */
export async function lockImports(tx: Tx, chapterId: Id<'chapter'>): Promise<void> {
  await lockUntilCommit(tx, 'import members', chapterId);
}

/**
 * All members of the chapter by address, for planning an import only. Current members take
 * precedence over removed ones with the same address.
 */
export async function findMembersByAddress(
  tx: Tx,
  chapterId: Id<'chapter'>,
): Promise<Map<string, KnownMember>> {
  const rows = await tx
    .selectFrom('member')
    .select(['id', 'email', ...profileColumns])
    .where('chapter_id', '=', chapterId)
    .orderBy(sql`status <> 'removed'`)
    .orderBy('id')
    .execute();
  return new Map(
    rows.map((row) => {
      const { profile, status } = toStoredProfile(row);
      return [row.email.toLowerCase(), { id: row.id, status, profile }];
    }),
  );
}

const batchSize = 250;

/**
 * Adds new and updates changed members, and audits each. Refuses with `address_taken` if someone
 * else has added one of them concurrently.
 */
export async function importRows(
  tx: Tx,
  context: AuditContext,
  planned: readonly PlannedRow[],
): Promise<Result<undefined>> {
  const added = planned.filter((row) => row.outcome === 'new');
  for (let done = 0; done < added.length; done += batchSize) {
    const members = added
      .slice(done, done + batchSize)
      .map(({ email, profile }) => ({ id: context.newId<'member'>(), email, profile }));
    const written = await createMembers(
      tx,
      context.chapterId,
      members.map(({ id, email, profile }) => newMember(id, email, profile, context.now)),
    );
    if (written < members.length) return addressTaken;
    await auditAll(
      tx,
      context,
      members.map(({ id, email, profile }) => ({
        action: 'member.import',
        kind: 'member',
        id,
        after: { email, ...pickFilledFields(profile) },
      })),
    );
  }
  const changed = planned.filter((row) => row.outcome === 'changed');
  for (const { id, before, profile } of changed) {
    const isRenamed = changedFields(before, profile).some((field) => field.endsWith('Name'));
    await saveProfile(tx, context.chapterId, id, profile, { now: context.now, isRenamed });
  }
  for (let done = 0; done < changed.length; done += batchSize) {
    const records = changed.slice(done, done + batchSize).map(({ id, before, profile }) => ({
      action: 'member.import' as const,
      kind: 'member',
      id,
      ...toAuditedChange(before, profile),
    }));
    await auditAll(tx, context, records);
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

function pickFilledFields(profile: Profile) {
  const texts = textFields.filter((field) => profile[field]);
  return Object.fromEntries(texts.map((field) => [field, profile[field]]));
}
