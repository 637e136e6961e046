/**
 * Checks the figures of a running server's database in the background and reports to the operator.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#kit/day.ts';
import type { Log } from '../config/log.ts';
import { hubCommand } from '../config/paths.ts';
import { databaseErrorCode } from '../database/db.ts';
import { toFailure } from '../http/errors.ts';
import { checkChapters, type FiguresScope, type FoundDifference } from './reconciliation.ts';
import type { StorageWatch } from './storage.ts';

export type FiguresCheckState = 'pending' | 'done' | 'failed';

const retrySecondsInOutage = 30;
/** What fails for another reason than an outage reads all data again, and fails again. */
const retrySecondsAfterFailure = 600;
/** A damaged database may have as many differences as rows; `hub reconcile` lists all of them. */
const maxListedDifferences = 1_000;

export type FiguresCheck = {
  readonly appUrl: string;
  readonly log: Log;
  readonly clock: () => Instant;
  readonly signal: AbortSignal;
  readonly storage: StorageWatch;
  readonly onCheck: (state: FiguresCheckState) => void;
};

/**
 * The check at startup, and again while this server is in doubt: the nightly check may be another
 * server's, which does not end what this one saw.
 */
export async function checkWhileInDoubt(
  figures: FiguresCheck,
  isInDoubt: () => boolean,
  retrySeconds = retrySecondsAfterFailure,
): Promise<void> {
  const { signal } = figures;
  while (!signal.aborted) {
    await checkUntilDone(figures, retrySeconds);
    do await sleep(retrySeconds * 1_000, undefined, { signal }).catch(() => {});
    while (!signal.aborted && !isInDoubt());
  }
}

/** Retried until it succeeds or the server stops. */
export async function checkUntilDone(
  figures: FiguresCheck,
  retrySeconds = retrySecondsAfterFailure,
): Promise<void> {
  while (!figures.signal.aborted) {
    try {
      return await checkAndReport(figures);
    } catch (error) {
      if (figures.signal.aborted) return;
      const seconds = isOutage(error) ? retrySecondsInOutage : retrySeconds;
      const line = `The figures could not be checked; retrying in ${seconds} s`;
      if (isOutage(error)) figures.log.warn({ err: error }, line);
      else figures.log.error({ err: error }, line);
      await sleep(seconds * 1_000, undefined, figures).catch(() => {});
    }
  }
}

/**
 * Checks figures, at night also those that were last checked a week ago, stores the differences, and logs their
 * number and the first thousand. Throws if the check fails; what the last one stored then remains.
 */
export async function checkAndReport(
  figures: FiguresCheck,
  scope: FiguresScope = 'moved',
): Promise<void> {
  const { log, appUrl, clock, signal, storage, onCheck } = figures;
  // Only reading all data again shows that damage is gone.
  const isDamaged = storage.current() === 'storage_damaged';
  const seen = { differences: 0, unexplained: 0, chapters: new Set<string>() };
  const onFound = ({ isExplained, ...row }: FoundDifference) => {
    seen.differences += 1;
    if (!isExplained) {
      seen.unexplained += 1;
      seen.chapters.add(row.chapterId);
    }
    if (seen.differences > maxListedDifferences) return;
    if (isExplained) log.warn(row, 'An explained difference still exists');
    else log.error(row, 'Figures do not add up');
  };
  try {
    await checkChapters(appUrl, clock(), { scope: isDamaged ? 'all' : scope, signal, onFound });
  } catch (error) {
    storage.note(error);
    // What is only unreachable is still unchecked, and anything else has failed.
    if (!signal.aborted && !isOutage(error)) onCheck('failed');
    throw error;
  }
  if (isDamaged) storage.clearDamage();
  onCheck('done');
  logSummary(log, seen);
}

const queryCanceled = '57014';

/** A check that took longer than it may is canceled by a database that is available. */
function isOutage(error: unknown): boolean {
  const { refusal } = toFailure(error);
  return refusal.code === 'database_unavailable' && databaseErrorCode(error) !== queryCanceled;
}

function logSummary(
  log: Log,
  seen: { differences: number; unexplained: number; chapters: ReadonlySet<string> },
): void {
  if (seen.differences > maxListedDifferences) {
    log.error(`${seen.differences} differences; run "${hubCommand} reconcile" to list them all`);
  }
  if (seen.unexplained === 0) return log.info('All figures add up, or are explained');
  log.fatal(
    { differences: seen.unexplained, chapters: [...seen.chapters] },
    `Money operations are suspended in these chapters until the differences are repaired, or explained with ${hubCommand} reconcile --explain "<reason>"`,
  );
}
