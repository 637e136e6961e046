/**
 * Runs imports in the background of this server. Reading takes place in a thread of its own, comparing and
 * writing in pieces between which others work. What an import writes is one transaction with the end of it, so a
 * server that dies leaves either all of it or nothing.
 */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import { type Refusal, type Result, refuse } from '#kit/result.ts';
import { analyzeTables } from '#server/database/analyze-tables.ts';
import { type Db, inTransaction, type Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { Busy, createConcurrencyLimit } from '#server/http/limits/concurrency-limit.ts';
import type { ImportReport } from '../../feed-contract.ts';
import { maxFileEvents } from '../../import-contract.ts';
import { findCalendar } from '../store.ts';
import { importEvents } from './import.ts';
import { createImportReader } from './import-reader.ts';
import {
  failRun,
  finishRun,
  type ImportId,
  leaveRun,
  type Run,
  saveProgress,
} from './import-store.ts';
import type { FileLimits, ReadFile } from './parse-file.ts';

const largeFile: FileLimits = {
  maxEvents: maxFileEvents,
  maxRecurring: 2_000,
  maxSteps: 4_000_000,
  // Half of what the calendars of a chapter can hold.
  maxRows: 100_000,
  maxChanged: 1_000,
};

/** Members who wait for the import of another one. */
const maxWaiting = 20;
const beatMilliseconds = 2_000;

type Work = {
  readonly db: Db;
  readonly now: Instant;
  readonly newId: NewId;
  readonly sendsMail: boolean;
  readonly log: {
    info(fields: object, message: string): void;
    error(fields: object, message: string): void;
  };
};

type Job = Run & { readonly content: Uint8Array };

export type ImportJobs = {
  /** Reads the file and stores the preview. */
  preview(work: Work, job: Job): void;
  apply(work: Work, job: Job, includesPrivate: boolean): void;
  /** Ends what this server does for the import. */
  stop(importId: ImportId): void;
  /** Ends everything; what was being imported is not. */
  close(): Promise<void>;
};

/** Its work is not wanted any more: it was canceled or another run has taken its place. */
class Ended extends Error {}

const canceled = refuse('conflict', 'import_canceled', 'The import was canceled');
const busy: Refusal = {
  kind: 'not-ready',
  code: 'busy',
  message: 'The server is busy with other imports. Try again soon.',
};
const broken: Refusal = {
  kind: 'not-ready',
  code: 'import_failed',
  message: 'Something went wrong on the server. Nothing was imported. Try again.',
};

export function createImportJobs(): ImportJobs {
  const reader = createImportReader();
  const turns = createConcurrencyLimit(1, { maxWaiting });
  const running = new Map<ImportId, { end: AbortController; settled: Promise<void> }>();

  function begin(work: Work, job: Job, run: (progress: Progress) => Promise<Result<unknown>>) {
    const end = new AbortController();
    const settled = runJob(work, job, end, turns, run).finally(() => {
      if (running.get(job.importId)?.end === end) running.delete(job.importId);
    });
    running.set(job.importId, { end, settled });
  }

  async function read({ db }: Work, job: Job, { signal }: Progress): Promise<Result<ReadFile>> {
    const calendar = await findCalendar(db, job.importer.chapterId, job.calendarId);
    if (!calendar) throw new Error('calendars are never deleted');
    const { timeZone } = calendar;
    const order = { content: job.content, timeZone, limits: largeFile };
    return (await reader.read(order, signal)).file;
  }

  return {
    preview: (work, job) =>
      begin(work, job, async (progress) => {
        const file = await read(work, job, progress);
        if (!file.ok) return file;
        const options = { isDryRun: true, includesPrivate: true };
        return inTransaction(work.db, async (tx) => {
          const report = await importWithin(tx, work, job, file.value, options, progress);
          if (!report.ok) return report;
          return (await finishRun(tx, job, 'ready', report.value.items)) ? report : canceled;
        });
      }),
    apply: (work, job, includesPrivate) =>
      begin(work, job, async (progress) => {
        const file = await read(work, job, progress);
        if (!file.ok) return file;
        const options = { isDryRun: false, includesPrivate };
        const imported = await inTransaction(work.db, async (tx) => {
          const report = await importWithin(tx, work, job, file.value, options, progress);
          if (!report.ok) return report;
          return (await finishRun(tx, job, 'done', report.value.items)) ? report : canceled;
        });
        if (imported.ok && imported.value.items.length >= manyEvents) await analyze(work, job);
        return imported;
      }),
    stop: (importId) => running.get(importId)?.end.abort(new Ended()),
    close: async () => {
      for (const { end } of running.values()) end.abort(new Error('The server stops'));
      await Promise.all([...running.values()].map(({ settled }) => settled));
      await reader.close();
    },
  };
}

/** Of a file: from so many on, months are planned anew. */
const manyEvents = 500;

async function analyze({ db, log }: Work, { importId }: Job): Promise<void> {
  try {
    await analyzeTables(db, ['event', 'event_occurrence']);
  } catch (error) {
    // Everything is imported. PostgreSQL will count by itself.
    log.error({ import: importId, err: error }, 'Tables were not analyzed after an import');
  }
}

type Progress = { readonly signal: AbortSignal; done: number; total: number | null };

async function importWithin(
  tx: Tx,
  { now, newId, sendsMail }: Work,
  { importer, calendarId }: Job,
  file: ReadFile,
  options: { readonly isDryRun: boolean; readonly includesPrivate: boolean },
  progress: Progress,
): Promise<Result<ImportReport>> {
  // Thousands of events that did not change take no statement.
  await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(tx);
  progress.total = file.events.length;
  const onEvent = (done: number) => {
    progress.signal.throwIfAborted();
    progress.done = done;
  };
  const writing = { tx, caller: importer, now, newId, sendsMail };
  return importEvents(writing, calendarId, file, { ...options, limits: largeFile, onEvent });
}

async function runJob(
  { db, log }: Work,
  job: Job,
  end: AbortController,
  turns: ReturnType<typeof createConcurrencyLimit>,
  run: (progress: Progress) => Promise<Result<unknown>>,
): Promise<void> {
  const progress: Progress = { signal: end.signal, done: 0, total: null };
  const about = { import: job.importId };
  const beat = async () => {
    const isWanted = await saveProgress(db, job, { done: progress.done, total: progress.total });
    if (!isWanted) end.abort(new Ended());
  };
  const beating = setInterval(() => {
    beat().catch((error: unknown) => log.error({ ...about, err: error }, 'No progress was saved'));
  }, beatMilliseconds);
  let release: (() => void) | undefined;
  try {
    release = await turns.acquire('all');
    end.signal.throwIfAborted();
    const result = await run(progress);
    if (!result.ok && result !== canceled) await failRun(db, job, result.refusal);
  } catch (error) {
    clearInterval(beating);
    await giveUp(db, log, job, end.signal, error).catch((failure: unknown) =>
      log.error({ ...about, err: failure }, 'The end of an import was not saved'),
    );
  } finally {
    clearInterval(beating);
    release?.();
  }
}

async function giveUp(
  db: Db,
  log: Work['log'],
  job: Job,
  signal: AbortSignal,
  error: unknown,
): Promise<void> {
  const about = { import: job.importId };
  if (error instanceof Busy) return failRun(db, job, busy);
  if (signal.reason instanceof Ended) return;
  if (signal.aborted) {
    log.info(about, 'An import was interrupted by the server shutting down');
    return leaveRun(db, job);
  }
  log.error({ ...about, err: error }, 'An import failed');
  return failRun(db, job, broken);
}
