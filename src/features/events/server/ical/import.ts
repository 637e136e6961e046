/** Events read from a file: those that are new are made, those that changed there change here. */

import { createHash } from 'node:crypto';
import type { MemberCaller } from '#kit/caller.ts';
import type { Day, LocalDateTime } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { audit } from '#server/audit/audit.ts';
import { defaultCategoryColor } from '../../category-color.ts';
import type { Calendar } from '../../contract.ts';
import {
  type ImportedEvent,
  type ImportReport,
  mostImported,
  mostImportLength,
} from '../../feed-contract.ts';
import { horizonOf } from '../../horizon.ts';
import { ownUid } from '../../ical/ical-feed.ts';
import { parseCalendar } from '../../ical/ical-lines.ts';
import { type ReadEvent, type ReadSeries, readEvents } from '../../ical/ical-read.ts';
import { coverageOf, expectedAt, namerOf, type Series } from '../../series.ts';
import { insertEvent, lockEvent, type StoredEvent } from '../event-store.ts';
import { insertRows, rowsOf } from '../occurrence-rows.ts';
import { saveSeries, type Work } from '../save-series.ts';
import { findCalendar } from '../store.ts';

type ImportWork = Work & { readonly caller: Pick<MemberCaller, 'chapterId' | 'memberId'> };

/** Rules that a count ends are walked through; so many take about as long as a busy screen. */
const mostRecurring = 200;

/** With `isDryRun` it is told what would come of it, and nothing is written. */
export async function importEvents(
  work: ImportWork,
  calendarId: Id<'calendar'>,
  { text, isDryRun }: { readonly text: string; readonly isDryRun: boolean },
): Promise<Result<ImportReport>> {
  const { tx, caller } = work;
  if (Buffer.byteLength(text) > mostImportLength) return tooLong;
  const calendar = await findCalendar(tx, caller.chapterId, calendarId);
  if (!calendar) return notFound('Calendar');
  const parsed = parseCalendar(text);
  if (!parsed.ok) return parsed;
  const events = parsed.value.components.filter(({ name }) => name === 'VEVENT');
  if (events.length > mostImported) return tooMany;
  const isRepeated = ({ properties }: (typeof events)[number]) =>
    properties.some(({ name }) => name === 'RRULE');
  if (events.filter(isRepeated).length > mostRecurring) return tooManyRecurring;
  // One reader of this calendar's files at a time, so that nothing is made twice.
  await tx
    .selectFrom('calendar')
    .select('id')
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', calendarId)
    .forNoKeyUpdate()
    .execute();
  const items: ImportedEvent[] = [];
  for (const event of readEvents(parsed.value, calendar.timeZone)) {
    const outcome = await importOne(work, calendar, event, isDryRun);
    const { uid, title, start: startDate, isRecurring } = event;
    const shown = { uid: uid.slice(0, 500), title: title.slice(0, 200), startDate, isRecurring };
    items.push(
      outcome.ok
        ? { ...shown, outcome: outcome.value, reason: null }
        : { ...shown, outcome: 'refused', reason: outcome.refusal.message },
    );
  }
  return ok({ isApplied: !isDryRun, items });
}

const tooLong = refuse('too-large', 'too_large', 'The file can be at most 200 KB', {
  field: 'text',
});
const tooMany = refuse('invalid', 'too_many_events', `At most ${mostImported} events at once`, {
  field: 'text',
});
const tooManyRecurring = refuse(
  'invalid',
  'too_many_events',
  `At most ${mostRecurring} events that repeat at once`,
  { field: 'text' },
);

type Outcome = Exclude<ImportedEvent['outcome'], 'refused'>;

async function importOne(
  work: ImportWork,
  calendar: Calendar,
  { uid, read }: ReadEvent,
  isDryRun: boolean,
): Promise<Result<Outcome>> {
  if (!read.ok) return read;
  const { tx, caller } = work;
  const { chapterId } = caller;
  const hash = hashOf(read.value);
  const own = await findOwn(work, uid);
  // What a feed of this chapter told comes back as what it is.
  if (own) return ok('unchanged');
  const known = await tx
    .selectFrom('event_import')
    .select(['event_id as eventId', 'content_hash as hash'])
    .where('chapter_id', '=', chapterId)
    .where('calendar_id', '=', calendar.id)
    .where('uid', '=', uid)
    .executeTakeFirst();
  const event = known && (await lockEvent(tx, chapterId, calendar.id, known.eventId));
  if (event && known.hash === hash) return ok('unchanged');
  const series = seriesOf(read.value, event);
  const coverage = coverageOf(series, horizonOf(work.now, event?.timeZone ?? calendar.timeZone));
  if (!coverage.ok) return coverage;
  if (isDryRun) return ok(event ? 'updated' : 'new');
  const saved = event
    ? await changeEvent(work, event, series)
    : ok(await makeEvent(work, calendar, series, coverage.value));
  if (!saved.ok) return saved;
  await keepOrigin(work, calendar.id, { uid, eventId: saved.value.id, hash });
  const action = event ? 'event.update' : 'event.create';
  const { memberId } = caller;
  await audit(
    tx,
    { chapterId, memberId, now: work.now, newId: work.newId },
    {
      action,
      kind: 'event',
      id: saved.value.id,
      before: event && toldOf(event.series),
      after: { ...toldOf(series), importedFrom: uid },
    },
  );
  return ok(event ? 'updated' : 'new');
}

/** Colour, room and deadline are this hub's own: a file says nothing of them. */
function seriesOf({ told, ...read }: ReadSeries, event: StoredEvent | undefined): Series {
  const own = event?.series.fields ?? {
    categoryColor: defaultCategoryColor,
    capacity: null,
    rsvpClosesMinutesBefore: null,
  };
  return { ...read, fields: { ...own, ...told } };
}

async function makeEvent(
  { tx, caller, now, newId }: ImportWork,
  calendar: Calendar,
  series: Series,
  { originals, until }: { originals: LocalDateTime[]; until: Day | null },
): Promise<StoredEvent> {
  const event: StoredEvent = {
    id: newId(),
    calendarId: calendar.id,
    timeZone: calendar.timeZone,
    series,
    expandedUntil: until,
    createdBy: caller.memberId,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
  await insertEvent(tx, caller.chapterId, event);
  const made = originals.map((original) => expectedAt(series, original));
  await insertRows(tx, caller.chapterId, event, made, newId);
  return event;
}

/** Times that the changed series still has stay what they are, with their answers. */
async function changeEvent(
  work: ImportWork,
  event: StoredEvent,
  series: Series,
): Promise<Result<StoredEvent>> {
  const rows = await rowsOf(work.tx, work.caller.chapterId, event.id);
  const isNamed = namerOf(series, horizonOf(work.now, event.timeZone));
  const isOnce = !event.series.rule && !series.rule;
  const moved = new Map(
    rows.flatMap(({ original, isCancelled }): [LocalDateTime, LocalDateTime][] => {
      if (isOnce && original === event.series.start) return [[original, series.start]];
      if (isCancelled && !series.exceptions.has(original)) return [];
      return isNamed(original) ? [[original, original]] : [];
    }),
  );
  return saveSeries(work, event, rows, { series, moved });
}

async function keepOrigin(
  { tx, caller, now }: ImportWork,
  calendarId: Id<'calendar'>,
  { uid, eventId, hash }: { uid: string; eventId: Id<'event'>; hash: string },
): Promise<void> {
  const kept = { event_id: eventId, content_hash: hash, imported_at: now };
  await tx
    .insertInto('event_import')
    .values({ chapter_id: caller.chapterId, calendar_id: calendarId, uid, ...kept })
    .onConflict((conflict) =>
      conflict.columns(['chapter_id', 'calendar_id', 'uid']).doUpdateSet(kept),
    )
    .execute();
}

const ownId = new RegExp(`^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})${ownUid}$`);

async function findOwn({ tx, caller }: ImportWork, uid: string): Promise<boolean> {
  const id = ownId.exec(uid)?.[1];
  if (id === undefined) return false;
  const found = await tx
    .selectFrom('event')
    .select('id')
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', toId<'event'>(id))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

function hashOf(read: ReadSeries): string {
  return createHash('sha256')
    .update(JSON.stringify(toldOf(read)))
    .digest('base64url');
}

/** In the words that are kept: the same for the same series. */
function toldOf({ start, end, rule, exceptions, ...more }: Series | ReadSeries) {
  return {
    start,
    end,
    ...more,
    rule: rule && formatRule(rule),
    exceptions: [...exceptions].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}
