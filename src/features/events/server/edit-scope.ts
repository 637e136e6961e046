/** Which occurrences a change affects, and what depends on them. */
import type { Id } from '#kit/id.ts';
import type { Db } from '#server/database/db.ts';
import type { Scope, ScopeSelection } from '../event.ts';
import { isFirstOccurrence } from '../series.ts';
import { readEvents, type StoredEvent } from './event-store.ts';
import { type OccurrenceRow, readRows } from './occurrence-rows.ts';
import { countRsvps } from './rsvp/rsvp-store.ts';

/** An event, its rows and the selected one, which is not canceled. */
export type EditTarget = {
  readonly event: StoredEvent;
  readonly rows: readonly OccurrenceRow[];
  readonly row: OccurrenceRow;
};

/** Defaults to the first occurrence. Undefined if the event has no such occurrence. */
export async function resolveTarget(
  db: Db,
  chapterId: Id<'chapter'>,
  event: StoredEvent,
  occurrenceId: Id<'occurrence'> | undefined,
): Promise<EditTarget | undefined> {
  const rows = await readRows(db, chapterId, event.id);
  const active = rows.filter(({ isCanceled }) => !isCanceled);
  const row = active.find(({ id }) => id === (occurrenceId ?? active[0]?.id));
  return row && { event, rows, row };
}

/** `all` for an event that does not repeat, and for `following` from the first occurrence. */
export function effectiveScope(scope: Scope, { event, row }: EditTarget): Scope {
  if (!event.series.rule) return 'all';
  return scope === 'following' && isFirstOccurrence(event.series, row.original) ? 'all' : scope;
}

export function listAffectedOccurrences(scope: Scope, { rows, row }: EditTarget): OccurrenceRow[] {
  const active = rows.filter(({ isCanceled }) => !isCanceled);
  if (scope === 'all') return active;
  return active.filter(({ id, original }) =>
    scope === 'one' ? id === row.id : original >= row.original,
  );
}

/** Counts the expenses linked to an event. Passed in, because events must not import expenses. */
export type CountExpenses = (
  db: Db,
  chapterId: Id<'chapter'>,
  eventId: Id<'event'>,
) => Promise<number>;

export type Consequences = { occurrences: number; answers: number; expenses: number };

/** What a change with this scope affects; undefined if there is no such event. */
export async function countConsequences(
  db: Db,
  chapterId: Id<'chapter'>,
  { calendarId, eventId }: { readonly calendarId: Id<'calendar'>; readonly eventId: Id<'event'> },
  { scope, occurrenceId }: ScopeSelection,
  countExpenses: CountExpenses,
): Promise<Consequences | undefined> {
  const [event] = await readEvents(db, chapterId, [eventId]);
  if (event?.calendarId !== calendarId) return undefined;
  const target = await resolveTarget(db, chapterId, event, occurrenceId);
  if (!target) return undefined;
  const ids = listAffectedOccurrences(effectiveScope(scope, target), target).map(({ id }) => id);
  const answers = await countRsvps(db, chapterId, ids);
  return {
    occurrences: ids.length,
    answers,
    expenses: await countExpenses(db, chapterId, eventId),
  };
}
