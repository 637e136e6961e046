/** Reads a small file to be imported, before a transaction is opened. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBudget } from '#kit/budget.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { notFound, type Result, refuse } from '#kit/result.ts';
import type { Db } from '#server/database/db.ts';
import { maxImportedEvents, maxImportLength } from '../../feed-contract.ts';
import { findCalendar } from '../store.ts';
import { type FileLimits, parseFile, type ReadFile, toRows } from './parse-file.ts';

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
  readonly caller: Pick<MemberCaller, 'chapterId'>;
  readonly chargeRows: (rows: number) => void;
};

/** Before the transaction, because it may take half a second. */
export async function readImport(
  { db, caller, chargeRows }: Reading,
  calendarId: Id<'calendar'>,
  text: string,
): Promise<Result<ReadFile>> {
  if (Buffer.byteLength(text) > maxImportLength) return tooLong;
  const calendar = await findCalendar(db, caller.chapterId, calendarId);
  if (!calendar) return notFound('Calendar');
  const steps = createBudget(smallFile.maxSteps);
  const file = await parseFile(
    { text, isGuess: false },
    calendar.timeZone,
    smallFile,
    nextTurn,
    steps,
  );
  chargeRows(toRows(steps));
  return file;
}

const tooLong = refuse('too-large', 'too_large', 'The file can be at most 200 KB', {
  field: 'text',
});
