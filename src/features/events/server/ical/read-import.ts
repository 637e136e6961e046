/** Reads a file to be imported, before a transaction is opened. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createBudget } from '#kit/budget.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import type { Db } from '#server/database/db.ts';
import { maxImportedEvents, maxImportLength } from '../../feed-contract.ts';
import { type ParsedEvent, parseEvents } from '../../ical/ical-parse.ts';
import { readCalendars } from '../../ical/ical-read.ts';
import { findCalendar } from '../store.ts';

const maxRecurring = 200;

/** For reading and for writing each; enough for `maxRecurring` weekly series of ten years with exceptions. */
export const maxStepsOfFile = 400_000;

export type ReadFile = { readonly events: readonly ParsedEvent[]; readonly timeZone: string };

/** Before the transaction, because it may take half a second. */
export async function readImport(
  { db, caller }: { readonly db: Db; readonly caller: Pick<MemberCaller, 'chapterId'> },
  calendarId: Id<'calendar'>,
  text: string,
): Promise<Result<ReadFile>> {
  const steps = createBudget(maxStepsOfFile);
  if (Buffer.byteLength(text) > maxImportLength) return tooLong;
  const calendar = await findCalendar(db, caller.chapterId, calendarId);
  if (!calendar) return notFound('Calendar');
  const parsed = await readCalendars(text, nextTurn);
  if (!parsed.ok) return parsed;
  const events = parsed.value.flatMap(({ components }) =>
    components.filter(({ name }) => name === 'VEVENT'),
  );
  if (events.length > maxImportedEvents) return tooMany;
  const isRecurring = ({ properties }: (typeof events)[number]) =>
    properties.some(({ name }) => name === 'RRULE');
  if (events.filter(isRecurring).length > maxRecurring) return tooManyRecurring;
  const read: ParsedEvent[] = [];
  for (const event of parseEvents(parsed.value, calendar.timeZone, steps)) {
    if (steps.isSpent()) return repeatsTooLong(event);
    read.push(event);
    // Dates that a series names one by one are events of their own.
    if (read.length > maxImportedEvents) return tooMany;
    await nextTurn();
  }
  return ok({ events: read, timeZone: calendar.timeZone });
}

const tooLong = refuse('too-large', 'too_large', 'The file can be at most 200 KB', {
  field: 'text',
});
const tooMany = refuse(
  'invalid',
  'too_many_events',
  `At most ${maxImportedEvents} events at once`,
  {
    field: 'text',
  },
);
const tooManyRecurring = refuse(
  'invalid',
  'too_many_events',
  `At most ${maxRecurring} events that repeat at once`,
  { field: 'text' },
);

export function repeatsTooLong({ title }: ParsedEvent) {
  const message = `The events up to “${title.slice(0, 100)}” repeat for too long to be imported at once. Split the file, or let the series begin later or repeat less often`;
  return refuse('invalid', 'too_many_events', message, { field: 'text' });
}
