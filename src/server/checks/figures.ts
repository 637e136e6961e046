/**
 * Checks the figures of a running server's database in the background and reports to the operator.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#kit/day.ts';
import type { Log } from '../config/log.ts';
import { checkFigures, type FoundDifference } from './reconciliation.ts';

const retrySeconds = 30;
/** A damaged database may have as many differences as rows; `hub reconcile` lists all of them. */
const maxListedDifferences = 1_000;

export type FiguresCheck = {
  readonly appUrl: string;
  readonly log: Log;
  readonly clock: () => Instant;
  readonly signal: AbortSignal;
};

/** The check at startup: retried until it succeeds or the server stops. */
export async function checkUntilDone(figures: FiguresCheck): Promise<void> {
  while (!figures.signal.aborted) {
    try {
      return await checkAndReport(figures);
    } catch (error) {
      if (figures.signal.aborted) return;
      figures.log.warn(
        { err: error },
        `The figures could not be checked; retrying in ${retrySeconds} s`,
      );
      await sleep(retrySeconds * 1_000, undefined, figures).catch(() => {});
    }
  }
}

/**
 * Checks all figures, stores the differences, and logs their number and the first thousand. Throws
 * if the check fails; the stored result of the last check then remains.
 */
export async function checkAndReport({ appUrl, log, clock, signal }: FiguresCheck): Promise<void> {
  const differences = await checkFigures(appUrl, clock(), signal);
  for (const { isExplained, ...row } of differences.slice(0, maxListedDifferences)) {
    if (isExplained) log.warn(row, 'An explained difference still exists');
    else log.error(row, 'Figures do not add up');
  }
  logSummary(log, differences);
}

function logSummary(log: Log, differences: readonly FoundDifference[]): void {
  const unexplained = differences.filter(({ isExplained }) => !isExplained);
  if (differences.length > maxListedDifferences) {
    log.error(`${differences.length} differences; run "hub reconcile" to list them all`);
  }
  if (unexplained.length === 0) return log.info('All figures add up, or are explained');
  const chapters = new Set(unexplained.map(({ chapterId }) => chapterId));
  log.fatal(
    { differences: unexplained.length, chapters: [...chapters] },
    'Money operations are suspended in these chapters until the differences are repaired, or explained with hub reconcile --explain "<reason>"',
  );
}
