/** What is known about backups. */
import { sql } from 'kysely';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { type BackupFacts, type BackupState, judgeBackups } from '../backup-state.ts';
import type { BackupAttempt } from '../contract.ts';
import type { BackupFailure, RehearsalFailure } from '../failure-words.ts';
import type { BackupTable } from './tables.ts';

export type BackupSummary = {
  readonly state: BackupState;
  /** When the newest whole backup was begun. */
  readonly at: Instant | null;
  /** When a rehearsal last proved one. */
  readonly verifiedAt: Instant | null;
  /** Why the last attempt failed, if it did. */
  readonly failure: string | null;
  /** Why the last rehearsal failed, if it did. */
  readonly rehearsalFailure: string | null;
};

/**
 * How old the newest backup is, whether it is proved, and whether that is as it should be: for `/api/ready`,
 * metrics, and installation admins.
 */
export async function summarizeBackups(
  db: Db,
  server: Pick<BackupFacts, 'isConfigured' | 'since'>,
  now: Instant,
): Promise<BackupSummary> {
  const newestAt = (await readNewest(db, now))?.at ?? null;
  const last = await findLastAttempt(db, now);
  const oldest = await db
    .selectFrom('backup')
    .select('begun_at as at')
    .where('bytes', 'is not', null)
    .where('begun_at', '<=', latest(now))
    .orderBy('begun_at')
    .limit(1)
    .executeTakeFirst();
  const rehearsal = await findRehearsal(db, now);
  const state = judgeBackups(
    {
      ...server,
      newestAt,
      failedAt: last && last.failure !== null ? last.at : null,
      oldestAt: oldest?.at ?? null,
      provedAt: rehearsal.proved,
      isRehearsalFailed: rehearsal.failure !== null,
    },
    now,
  );
  return {
    state,
    at: newestAt,
    verifiedAt: rehearsal.proved,
    failure: state === 'failed' ? (last?.failure ?? null) : null,
    rehearsalFailure: rehearsal.failure,
  };
}

/**
 * What is later was noted by a server whose clock was ahead. It does not count, or no failure would be reported
 * until then. A minute is what clocks may differ by.
 */
function latest(now: Instant): Instant {
  return toInstant(Temporal.Instant.from(now).add({ minutes: 1 }));
}

/** The newest whole backup whose file is there. */
export async function readNewest(db: Db, now: Instant): Promise<KeptBackup | undefined> {
  return db
    .selectFrom('backup')
    .select(['id', 'begun_at as at', 'file'])
    .where('bytes', 'is not', null)
    .where('removed_at', 'is', null)
    .where('begun_at', '<=', latest(now))
    .orderBy('begun_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When the only backup ever tried was begun, if it is whole: that of the set-up. */
export async function findOnlyBackup(db: Db): Promise<Instant | undefined> {
  const [only, another] = await db
    .selectFrom('backup')
    .select(['begun_at as at', 'bytes'])
    .limit(2)
    .execute();
  return another === undefined && only && only.bytes !== null ? only.at : undefined;
}

/** The one that was begun last, of those that have ended. */
export async function findLastAttempt(db: Db | Tx, now: Instant) {
  return db
    .selectFrom('backup')
    .select(['id', 'begun_at as at', 'file', 'failure'])
    .select(sql<boolean>`bytes is not null and removed_at is null`.as('isWhole'))
    .where('ended_at', 'is not', null)
    .where('begun_at', '<=', latest(now))
    .orderBy('begun_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** When one last succeeded, and why the last one failed, if it did. */
export async function findRehearsal(
  db: Db,
  now: Instant,
): Promise<{ readonly proved: Instant | null; readonly failure: string | null }> {
  const rehearsals = db
    .selectFrom('backup')
    .where('rehearsed_at', '<=', latest(now))
    .orderBy('rehearsed_at', 'desc')
    .limit(1);
  const last = await rehearsals.select('rehearsal_failure as failure').executeTakeFirst();
  const proved = await rehearsals
    .where('rehearsal_failure', 'is', null)
    .select('rehearsed_at as at')
    .executeTakeFirst();
  return { proved: proved?.at ?? null, failure: last?.failure ?? null };
}

export async function noteRehearsal(
  db: Db,
  id: Id<'backup'>,
  { now, failure }: { readonly now: Instant; readonly failure: RehearsalFailure | null },
): Promise<void> {
  await db
    .updateTable('backup')
    .set({ rehearsed_at: now, rehearsal_failure: failure })
    .where('id', '=', id)
    .execute();
}

export async function insertBackup(
  db: Db,
  backup: { readonly now: Instant; readonly file: string; readonly isEncrypted: boolean },
): Promise<Id<'backup'>> {
  const id = newId<'backup'>();
  const { now, file, isEncrypted } = backup;
  await db
    .insertInto('backup')
    .values({ id, begun_at: now, file, is_encrypted: isEncrypted })
    .execute();
  return id;
}

/** It was read back; its copy may be yet to come. */
export async function noteWhole(
  db: Db,
  id: Id<'backup'>,
  { bytes, rows }: { readonly bytes: number; readonly rows: number },
): Promise<void> {
  await db.updateTable('backup').set({ bytes, row_count: rows }).where('id', '=', id).execute();
}

/** A whole one may have failed to be copied. */
export async function endBackup(
  db: Db,
  id: Id<'backup'>,
  { now, failure }: { readonly now: Instant; readonly failure: BackupFailure | null },
): Promise<void> {
  await db.updateTable('backup').set({ ended_at: now, failure }).where('id', '=', id).execute();
}

/** Ends what a server that died left behind, and names the files. Only while no backup is made. */
export async function failInterrupted(db: Db, now: Instant): Promise<string[]> {
  const ended = await db
    .updateTable('backup')
    .set({ ended_at: now, failure: 'interrupted' })
    .where('ended_at', 'is', null)
    .where('bytes', 'is', null)
    .returning('file')
    .execute();
  return ended.map(({ file }) => file);
}

/** Ends whole ones whose copy a server that died left behind. Only while none is copied. */
export async function failUncopied(db: Db, now: Instant): Promise<void> {
  await db
    .updateTable('backup')
    .set({ ended_at: now, failure: 'not_copied' })
    .where('ended_at', 'is', null)
    .where('bytes', 'is not', null)
    .execute();
}

export type KeptBackup = { readonly id: Id<'backup'>; readonly at: Instant; readonly file: string };

/** Those whose files should be there. */
export async function listKeptBackups(
  db: Db,
): Promise<(KeptBackup & { readonly failure: string | null; readonly isBeingCopied: boolean })[]> {
  return db
    .selectFrom('backup')
    .select(['id', 'begun_at as at', 'file', 'failure'])
    .select(sql<boolean>`ended_at is null`.as('isBeingCopied'))
    .where('bytes', 'is not', null)
    .where('removed_at', 'is', null)
    .execute();
}

export async function markRemoved(db: Db, id: Id<'backup'>, now: Instant): Promise<void> {
  await db.updateTable('backup').set({ removed_at: now }).where('id', '=', id).execute();
}

/** A backup counts as long as its file is among these. */
export async function noteFilesThere(
  db: Db,
  files: readonly string[],
  now: Instant,
): Promise<void> {
  const isThere = sql<boolean>`file = any (${[...files]})`;
  await db
    .updateTable('backup')
    .set({ removed_at: now })
    .where('bytes', 'is not', null)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`not ${isThere}`)
    .execute();
  await db
    .updateTable('backup')
    .set({ removed_at: null })
    .where('removed_at', 'is not', null)
    .where(isThere)
    .execute();
}

const listedAttempts = 30;

/** The newest attempts first. */
export async function listAttempts(db: Db): Promise<BackupAttempt[]> {
  const rows = await db
    .selectFrom('backup')
    .selectAll()
    .orderBy('begun_at', 'desc')
    .orderBy('id')
    .limit(listedAttempts)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.begun_at,
    status: statusOf(row),
    file: row.file,
    isEncrypted: row.is_encrypted,
    bytes: row.bytes,
    rows: row.row_count,
    failure: row.failure,
    rehearsedAt: row.rehearsed_at,
    rehearsalFailure: row.rehearsal_failure,
  }));
}

function statusOf(
  row: Pick<BackupTable, 'ended_at' | 'failure' | 'removed_at'>,
): BackupAttempt['status'] {
  if (row.ended_at === null) return 'running';
  if (row.failure !== null) return 'failed';
  return row.removed_at === null ? 'whole' : 'removed';
}

/**
 * Whether admins are to be emailed about what is wrong, which is then noted as done: a day after the last time
 * at the earliest. What a clock that was ahead noted does not count.
 */
export async function claimReport(db: Db, now: Instant): Promise<boolean> {
  // A little less than a day, so that it comes at the same hour again.
  const { rows } = await sql`
    insert into hub.installation as i (key, value) values ('backup_trouble_reported_at', ${now})
    on conflict (key) do update set value = excluded.value
    where i.value::timestamptz not between ${now}::timestamptz - interval '23 hours 30 minutes'
      and ${latest(now)}::timestamptz
    returning key
  `.execute(db);
  return rows.length > 0;
}
