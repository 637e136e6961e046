/** Reads a small file to be imported, before a transaction is opened. */
import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { notFound, type Result, refuse } from '#kit/result.ts';
import type { Db } from '#server/database/db.ts';
import { createConcurrencyLimit, doInSlot } from '#server/http/limits/concurrency-limit.ts';
import { maxImportedEvents, maxImportLength } from '../../feed-contract.ts';
import { findCalendar } from '../store.ts';
import { createImportReader } from './import-reader.ts';
import type { FileLimits, ReadFile } from './parse-file.ts';

export const smallFile: FileLimits = {
  maxEvents: maxImportedEvents,
  maxRecurring: 200,
  // Enough for so many weekly series of ten years with exceptions.
  maxSteps: 400_000,
  // The database writes them in about a second.
  maxRows: 20_000,
  maxChanged: maxImportedEvents,
};

type Reading = {
  readonly db: Db;
  readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId'>;
  readonly chargeRows: (rows: number) => void;
};

/** Of a member's own, and of all. */
const maxWaiting = { own: 4, all: 20 };

export type SmallFileReader = {
  /** Before the transaction, because it may take half a second; in a thread, because that is everyone's. */
  read(reading: Reading, calendarId: Id<'calendar'>, text: string): Promise<Result<ReadFile>>;
  close(): Promise<void>;
};

/** Reads one file at a time; those of one member wait for each other first. */
export function createSmallFileReader(): SmallFileReader {
  const reader = createImportReader();
  const ofMember = createConcurrencyLimit(1, { maxWaiting: maxWaiting.own });
  const ofAll = createConcurrencyLimit(1, { maxWaiting: maxWaiting.all });
  const closing = new AbortController();
  return {
    async read({ db, caller, chargeRows }, calendarId, text) {
      if (Buffer.byteLength(text) > maxImportLength) return tooLong;
      const calendar = await findCalendar(db, caller.chapterId, calendarId);
      if (!calendar) return notFound('Calendar');
      const content = Buffer.from(text);
      const order = { content, timeZone: calendar.timeZone, limits: smallFile };
      const { file, rows } = await doInSlot(ofMember, caller.memberId, () =>
        doInSlot(ofAll, 'all', () => reader.read(order, closing.signal)),
      );
      chargeRows(rows);
      return file;
    },
    async close() {
      closing.abort();
      await reader.close();
    },
  };
}

const tooLong = refuse('too-large', 'too_large', 'The file can be at most 200 KB', {
  field: 'text',
});
