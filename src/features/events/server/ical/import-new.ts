/** Writes the new events of a file many at once, because each statement of its own would take longer. */
import type { Day, Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { auditAll } from '#server/audit/audit.ts';
import type { Calendar } from '../../listing-contract.ts';
import { resolveOccurrence, type Series } from '../../series.ts';
import { insertEvents, type StoredEvent } from '../event-store.ts';
import { insertRowsOfEvents } from '../occurrence-rows.ts';
import type { Work } from '../work.ts';
import { toAuditValue } from './import-content.ts';
import { saveOrigins } from './import-origins.ts';

type NewEvent = {
  readonly uid: string;
  readonly hash: string;
  readonly sequence: number;
  readonly stampedAt: Instant | null;
  readonly series: Series;
  readonly originals: readonly LocalDateTime[];
  readonly until: Day | null;
};

export type NewEvents = {
  /** Writes what has gathered once it is enough for a few statements. */
  add(created: NewEvent): Promise<void>;
  flush(): Promise<void>;
};

const maxEventsAtOnce = 50;
const maxRowsAtOnce = 500;

export function gatherNewEvents(work: Work, calendar: Calendar): NewEvents {
  let gathered: NewEvent[] = [];
  let rows = 0;
  const flush = async () => {
    const all = gathered;
    gathered = [];
    rows = 0;
    if (all.length > 0) await create(work, calendar, all);
  };
  return {
    flush,
    async add(created) {
      gathered.push(created);
      rows += created.originals.length;
      if (gathered.length >= maxEventsAtOnce || rows >= maxRowsAtOnce) await flush();
    },
  };
}

async function create(work: Work, calendar: Calendar, all: readonly NewEvent[]): Promise<void> {
  const { tx, caller, now, newId } = work;
  const { chapterId, memberId } = caller;
  const created = all.map((each) => ({ ...each, event: toEvent(work, calendar, each) }));
  await insertEvents(
    tx,
    chapterId,
    created.map(({ event }) => event),
  );
  const occurrences = created.map(({ event, series, originals }) => ({
    event,
    // When it is their turn: a series has thousands.
    created: Iterator.from(originals).map((original) => resolveOccurrence(series, original)),
  }));
  await insertRowsOfEvents(tx, chapterId, occurrences, newId);
  await saveOrigins(
    work,
    calendar.id,
    created.map(({ uid, hash, sequence, stampedAt, event }) => ({
      uid,
      hash,
      sequence,
      stampedAt,
      eventId: event.id,
    })),
  );
  await auditAll(
    tx,
    { chapterId, memberId, now, newId },
    created.map(({ uid, event, series }) => ({
      action: 'event.create',
      kind: 'event',
      id: event.id,
      after: { ...toAuditValue(series), importedFrom: uid },
    })),
  );
}

function toEvent({ caller, now, newId }: Work, calendar: Calendar, each: NewEvent): StoredEvent {
  const id: Id<'event'> = newId();
  return {
    id,
    calendarId: calendar.id,
    timeZone: calendar.timeZone,
    series: each.series,
    expandedUntil: each.until,
    hidesNames: false,
    createdBy: caller.memberId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
