/** Which occurrences of an event are meant, and what hangs on them. */
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { PartOfEvent, Scope } from '../event.ts';
import { isFirst } from '../series.ts';
import { readEvents, type StoredEvent } from './event-store.ts';
import { type OccurrenceRow, rowsOf } from './occurrence-rows.ts';
import { countAnswers } from './rsvp/rsvp-store.ts';

/** An event, its rows, and which of them, one that happens, is meant. */
export type Meant = {
  readonly event: StoredEvent;
  readonly rows: readonly OccurrenceRow[];
  readonly row: OccurrenceRow;
};

/** Without an occurrence the first that happens; undefined when there is none, or not the one. */
export async function meantOf(
  db: Db,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  occurrenceId: Id<'occurrence'> | undefined,
): Promise<Meant | undefined> {
  const rows = await rowsOf(db, chapterId, event.id);
  const live = rows.filter(({ isCancelled }) => !isCancelled);
  const row = live.find(({ id }) => id === (occurrenceId ?? live[0]?.id));
  return row && { event, rows, row };
}

/** What happens once is meant as a whole, and so is a series from its first occurrence on. */
export function wayOf(scope: Scope, { event, row }: Meant): Scope {
  if (!event.series.rule) return 'all';
  return scope === 'following' && isFirst(event.series, row.original) ? 'all' : scope;
}

export function concernedBy(way: Scope, { rows, row }: Meant): OccurrenceRow[] {
  const live = rows.filter(({ isCancelled }) => !isCancelled);
  if (way === 'all') return live;
  return live.filter(({ id, original }) =>
    way === 'one' ? id === row.id : original >= row.original,
  );
}

/** How many expenses are linked to an event: expenses stand above events, and tell. */
export type CountExpenses = (
  db: Db,
  chapterId: Id<'chapter'>,
  eventId: Id<'event'>,
) => Promise<number>;

export type Consequences = { occurrences: number; answers: number; expenses: number };

/** What deleting so much of an event touches; undefined when there is no such event. */
export async function consequencesOf(
  db: Db,
  chapterId: Id<'chapter'>,
  { calendarId, eventId }: { readonly calendarId: Id<'calendar'>; readonly eventId: Id<'event'> },
  { scope, occurrenceId }: PartOfEvent,
  countExpenses: CountExpenses,
): Promise<Consequences | undefined> {
  const [event] = await readEvents(db, chapterId, [eventId]);
  if (event?.calendarId !== calendarId) return undefined;
  const meant = await meantOf(db, chapterId, event, occurrenceId);
  if (!meant) return undefined;
  const ids = concernedBy(wayOf(scope, meant), meant).map(({ id }) => id);
  const answers = await countAnswers(db, chapterId, ids);
  return {
    occurrences: ids.length,
    answers,
    expenses: await countExpenses(db, chapterId, eventId),
  };
}
