/**
 * Checks the figures of a running server's database in the background and reports to the operator.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#kit/day.ts';
import type { Log } from '../config/log.ts';
import { hubCommand } from '../config/paths.ts';
import { databaseErrorCode } from '../database/db.ts';
import { toFailure } from '../http/errors.ts';
import { checkFigures, type FoundDifference } from './reconciliation.ts';
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
 * Checks all figures, stores the differences, and logs their number and the first thousand. Throws
 * if the check fails; the stored result of the last check then remains.
 */
export async function checkAndReport(figures: FiguresCheck): Promise<void> {
  const { log, storage, onCheck } = figures;
  const differences = await check(figures);
  storage.clearDamage();
  onCheck('done');
  for (const { isExplained, ...row } of differences.slice(0, maxListedDifferences)) {
    if (isExplained) log.warn(row, 'An explained difference still exists');
    else log.error(row, 'Figures do not add up');
  }
  logSummary(log, differences);
}

/** What is only unreachable is still unchecked, and anything else has failed. */
async function check({ appUrl, clock, signal, storage, onCheck }: FiguresCheck) {
  try {
    return await checkFigures(appUrl, clock(), signal);
  } catch (error) {
    storage.note(error);
    if (!signal.aborted && !isOutage(error)) onCheck('failed');
    throw error;
  }
}

const queryCanceled = '57014';

/** A check that took longer than it may is canceled by a database that is available. */
function isOutage(error: unknown): boolean {
  const { refusal } = toFailure(error);
  return refusal.code === 'database_unavailable' && databaseErrorCode(error) !== queryCanceled;
}

function logSummary(log: Log, differences: readonly FoundDifference[]): void {
  const unexplained = differences.filter(({ isExplained }) => !isExplained);
  if (differences.length > maxListedDifferences) {
    log.error(`${differences.length} differences; run "${hubCommand} reconcile" to list them all`);
  }
  if (unexplained.length === 0) return log.info('All figures add up, or are explained');
  const chapters = new Set(unexplained.map(({ chapterId }) => chapterId));
  log.fatal(
    { differences: unexplained.length, chapters: [...chapters] },
    `Money operations are suspended in these chapters until the differences are repaired, or explained with ${hubCommand} reconcile --explain "<reason>"`,
  );
}
