import { acceptLost } from '#features/files/server/accept-lost.ts';
import { checkFiles, describeDamage } from '#features/files/server/check-files.ts';
import { plural } from '#kit/counts.ts';
import { toInstant } from '#kit/day.ts';
import {
  type AuditBreak,
  type AuditHead,
  checkAudit,
  formatHead,
  parseHead,
} from '#server/audit/audit-chain.ts';
import {
  checkChapters,
  explainDifferences,
  type FoundDifference,
} from '#server/checks/reconciliation.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { Config } from '#server/config/config.ts';
import { type Db, databaseErrorCode } from '#server/database/db.ts';
import { type OpenDatabase, openAnyDatabase } from '#server/database/open-database.ts';
import { BucketError } from '#server/s3/bucket-error.ts';
import { openFileBucket } from '../file-bucket.ts';
import { nameUser } from '../note-command.ts';

const maxReasonLength = 1_000;

/**
 * Checks all figures and prints every difference as it is found, and their number; the exit code
 * is 1 if there are any. `explain` explains each of them, which resumes money operations and gives
 * exit code 0. Also checks the chain of each chapter's audit log and prints every break and the
 * heads, and the content of every file. A head noted elsewhere, given as `auditHead`, must still exist: nothing before it was
 * rewritten. Any break and any damaged file give exit code 1, explained or not. `acceptLost` names files whose
 * lost contents backups need not have any more.
 */
export async function reconcileCommand(
  config: Config,
  {
    explain,
    auditHead = [],
    acceptLost: lost = [],
  }: { explain?: string; auditHead?: readonly string[]; acceptLost?: readonly string[] } = {},
): Promise<void> {
  const noted = auditHead.map(readHead);
  const why = explain === undefined ? undefined : readWhy(explain);
  await using database = await openAnyDatabase(config);
  const now = toInstant(Temporal.Now.instant());
  let differences = 0;
  const onFound = (found: FoundDifference) => {
    differences += 1;
    process.stdout.write(line(found));
  };
  await checkChapters(database.ownerUrl, now, { onFound });
  const audit = await checkAudit(database.ownerUrl, now, noted);
  const files = await lookAtFiles(database.db, config);
  process.stdout.write(
    [
      ...audit.breaks.map(breakLine),
      ...audit.heads.map(headLine),
      ...files.map((problem) => `${problem}\n`),
      summary(differences),
    ].join(''),
  );
  if (audit.breaks.length > 0 || files.length > 0) process.exitCode = 1;
  const kept: string[] = [];
  for (const fileId of lost) {
    if (!(await acceptLoss(database.db, config, fileId))) kept.push(fileId);
  }
  if (why !== undefined) await explainAll(database, why);
  else if (differences > 0) process.exitCode = 1;
  if (kept.length > 0) {
    throw new CommandError(`The bucket has lost no content of: ${kept.join(', ')}.`);
  }
}

/** What is wrong with them. A bucket that can't be read must not hide the rest. */
async function lookAtFiles(db: Db, config: Config): Promise<string[]> {
  try {
    const { damaged } = await checkFiles({ db, fileBucket: await openFileBucket(config) });
    return damaged.map(describeDamage);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    return [`files could not be checked: ${error.message}`];
  }
}

async function acceptLoss(db: Db, config: Config, fileId: string): Promise<boolean> {
  const fileBucket = await openFileBucket(config);
  const now = toInstant(Temporal.Now.instant());
  const isAccepted = await acceptLost({ db, fileBucket, now }, fileId);
  if (isAccepted)
    process.stdout.write(`Backups count as complete without the content of file ${fileId}.\n`);
  return isAccepted;
}

function readWhy(text: string): string {
  const why = text.trim();
  if (why !== '' && why.length <= maxReasonLength) return why;
  throw new CommandError(
    `Give a reason of 1 to ${maxReasonLength} characters: --explain "<reason>"`,
  );
}

async function explainAll({ ownerUrl }: OpenDatabase, why: string): Promise<void> {
  const now = toInstant(Temporal.Now.instant());
  const explained = await explainDifferences(ownerUrl, {
    why,
    by: `operator ${nameUser()}`,
    now,
  }).catch((error: unknown) => {
    if (databaseErrorCode(error) !== '42501') throw error;
    throw new CommandError(
      "The server's role can't explain differences. Set MIGRATION_DATABASE_URL to the role that owns the tables.",
    );
  });
  process.stdout.write(
    explained.length === 0
      ? 'Nothing to explain: no difference is without a reason.\n'
      : `${explained.length} explained. Money operations are resumed.\n`,
  );
}

function line(found: FoundDifference): string {
  const { chapterId, check, subjectId, expected, actual, isExplained } = found;
  const line = `${check}: ${subjectId} of chapter ${chapterId}: expected ${expected}, found ${actual}`;
  return `${line}${isExplained ? ' (explained)' : ''}\n`;
}

function breakLine({ chapterId, seq, recordId, problem }: AuditBreak): string {
  const link = seq === null ? '' : ` link ${seq}`;
  const record = recordId === null ? '' : ` record ${recordId}`;
  return `audit log of chapter ${chapterId}:${link}${record}: ${problem}\n`;
}

function headLine(head: AuditHead): string {
  return `audit log of chapter ${head.chapterId} ends with ${formatHead(head)}\n`;
}

function readHead(text: string): AuditHead {
  const head = parseHead(text);
  if (head) return head;
  throw new CommandError('Write an audit log head as this command prints it: --audit-head <head>');
}

function summary(count: number): string {
  return `${plural(count, 'difference')}\n`;
}
