/** Proves the newest backup once a week, and notes how it went. */
import { join } from 'node:path';
import { ScarceSpace } from '#server/backup/free-space.ts';
import { rehearseRestore } from '#server/backup/rehearse-restore.ts';
import { CommandError } from '#server/config/command-error.ts';
import { databaseErrorCode } from '#server/database/db.ts';
import type { RehearsalFailure } from '../failure-words.ts';
import type { BackupWork } from './make-backup.ts';
import { expectResponding, UnresponsiveFolder } from './probe-folder.ts';
import { runExclusively } from './run-exclusively.ts';
import { findRehearsal, noteRehearsal, readNewest } from './store.ts';

/** Less than a week, so that a rehearsal does not move to the next day. */
const restHours = 6.5 * 24;

/** Nothing to do if the last rehearsal succeeded within a week. Throws what kept it from succeeding. */
export async function rehearseIfDue(work: BackupWork): Promise<void> {
  const { proved } = await findRehearsal(work.db, work.clock());
  const isDue =
    proved === null ||
    Temporal.Instant.from(proved).until(work.clock()).total('hours') >= restHours;
  if (isDue) await runExclusively(work.ownerUrl, 'rehearse a restore', () => rehearse(work));
}

async function rehearse(work: BackupWork): Promise<void> {
  const { db, folder, encryption, clock, ownerUrl, embeddedIn, readFree } = work;
  const newest = await readNewest(db, clock());
  if (!newest) return;
  const note = (failure: RehearsalFailure | null) =>
    noteRehearsal(db, newest.id, { now: clock(), failure });
  try {
    await expectResponding(folder);
    const { differences, auditBreaks } = await rehearseRestore(join(folder, newest.file), {
      ownerUrl,
      passphrase: encryption?.passphrase,
      now: clock(),
      embeddedIn,
      ...(readFree && { readFree }),
    });
    const isExact = auditBreaks.length === 0 && differences.every((found) => found.isExplained);
    await note(isExact ? null : 'differs');
  } catch (error) {
    await note(toFailure(error));
    throw error;
  }
}

function toFailure(error: unknown): RehearsalFailure {
  if (error instanceof UnresponsiveFolder) return 'folder_failed';
  if (error instanceof ScarceSpace) return 'disk_full';
  if (error instanceof CommandError) return 'unreadable';
  const code = databaseErrorCode(error);
  if (code === '42501') return 'may_not_create_database';
  if (code === '53100') return 'disk_full';
  return code === undefined ? 'other' : 'database';
}
