import { sql } from 'kysely';
import { type Instant, type LocalDateTime, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { createTurns } from '#server/turns.ts';
import { createZoneClock } from '../../ical/ical-clock.ts';
import { isOnClockChange } from '../../ical/ical-clock-changes.ts';
import type { FeedEvent, OwnRsvp } from '../../ical/ical-feed.ts';
import { resolveOccurrence } from '../../series.ts';
import { readEventsIncludingDeleted, type StoredEvent } from '../event-store.ts';
import { type FeedKey, hashSecret, parseFeedKey } from './feed-secret.ts';

/** Finds the feed of a secret, if its member is active and the account is not disabled. */
export async function findFeed(
  db: Db,
  secret: string,
): Promise<(FeedKey & { chapterName: string }) | undefined> {
  const { chapterId, memberId } = parseFeedKey(secret);
  const found = await sql<{ chapterName: string }>`
    select c.name as "chapterName"
    from hub.calendar_feed f
    join hub.member m on m.chapter_id = f.chapter_id and m.id = f.member_id and m.status = 'active'
    join auth.account a on a.id = m.account_id and a.disabled_at is null
    join hub.chapter c on c.id = f.chapter_id
    where f.chapter_id = ${chapterId} and f.member_id = ${memberId}
      and f.secret_hash = ${hashSecret(secret)}
  `.execute(db);
  const [feed] = found.rows;
  return feed && { chapterId, memberId, ...feed };
}

export async function findFeedCreatedAt(db: Db | Tx, key: FeedKey): Promise<Instant | undefined> {
  const found = await db
    .selectFrom('calendar_feed')
    .select('created_at')
    .where('chapter_id', '=', key.chapterId)
    .where('member_id', '=', key.memberId)
    .executeTakeFirst();
  return found?.created_at;
}

export async function saveFeed(tx: Tx, key: FeedKey, secret: string, now: Instant): Promise<void> {
  const kept = { secret_hash: hashSecret(secret), created_at: now };
  await tx
    .insertInto('calendar_feed')
    .values({ chapter_id: key.chapterId, member_id: key.memberId, ...kept })
    .onConflict((conflict) => conflict.columns(['chapter_id', 'member_id']).doUpdateSet(kept))
    .execute();
}

/** False if there was none. */
export async function deleteFeed(tx: Tx, key: FeedKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feed')
    .where('chapter_id', '=', key.chapterId)
    .where('member_id', '=', key.memberId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** How far back a feed reaches, in days, and what it reads: several times a busy chapter's. */
const daysBack = 180;
const maxOccurrencesRead = 20_000;
const maxEventsRead = 5_000;

/**
 * Every event from half a year ago on, soonest first, and canceled events that the member was going to.
 */
export async function listFeedEvents(db: Db, key: FeedKey, now: Instant): Promise<FeedEvent[]> {
  const { chapterId } = key;
  const answers = await readRsvpsOfMember(db, key, now);
  const since = Temporal.Instant.from(now).subtract({ hours: daysBack * 24 });
  const { rows } = await sql<{ id: Id<'event'> }>`
    select event_id as id from (
      select event_id, starts_at from hub.event_occurrence
      where chapter_id = ${chapterId} and status = 'confirmed'
        and starts_at >= ${since.toString()}::timestamptz
      order by starts_at, id
      limit ${maxOccurrencesRead}
    ) o
    group by event_id
    order by min(starts_at), event_id
    limit ${maxEventsRead}
  `.execute(db);
  const ids = new Set([...rows.map(({ id }) => id), ...answers.keys()]);
  const events = await readInParts(db, chapterId, [...ids]);
  const series = events.flatMap(({ event }) => (event.series.rule ? [event] : []));
  const onClockChanges = await findOnClockChanges(db, key, series, now);
  return events.flatMap(({ event, isDeleted }) => {
    const { rule, exceptions } = event.series;
    // Drop RSVPs to occurrences that are no longer part of the series.
    const rsvps = new Map(
      [...(answers.get(event.id) ?? [])].filter(
        ([original, { isCanceled }]) =>
          !isCanceled || !rule || isDeleted || exceptions.has(original),
      ),
    );
    const isExpected = [...rsvps.values()].some(({ answer }) => answer !== 'not-going');
    if (isDeleted && !isExpected) return [];
    const { id, timeZone, series, createdAt, updatedAt, version } = event;
    const shown = { id, timeZone, series, createdAt, updatedAt, version };
    const more = { answers: rsvps, onClockChanges: onClockChanges.get(id) ?? [] };
    return [{ ...shown, isCanceled: isDeleted, ...more }];
  });
}

/** Rows of many long texts at once would hold others up while they are decoded. */
const eventsOfStatement = 1_000;

async function readInParts(db: Db, chapterId: Id<'chapter'>, ids: readonly Id<'event'>[]) {
  const events: Awaited<ReturnType<typeof readEventsIncludingDeleted>> = [];
  for (let from = 0; from < ids.length; from += eventsOfStatement) {
    const part = ids.slice(from, from + eventsOfStatement);
    events.push(...(await readEventsIncludingDeleted(db, chapterId, part)));
  }
  // So that a feed stays the same while its events do.
  const key = ({ event }: (typeof events)[number]) => `${event.series.start} ${event.id}`;
  return events.sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** How far ahead nights of clock changes are listed by themselves: as far as occurrences have rows. */
const monthsAhead = 18;

/** Occurrences of series whose times other calendars may read otherwise, by original start. */
async function findOnClockChanges(
  db: Db,
  { chapterId }: FeedKey,
  events: readonly StoredEvent[],
  now: Instant,
): Promise<Map<Id<'event'>, LocalDateTime[]>> {
  const nextTurn = createTurns();
  const found = new Map<Id<'event'>, LocalDateTime[]>();
  const from = toInstant(Temporal.Instant.from(now).subtract({ hours: daysBack * 24 }));
  const to = toInstant(
    Temporal.Instant.from(now).toZonedDateTimeISO('UTC').add({ months: monthsAhead }).toInstant(),
  );
  for (const [zone, own] of Map.groupBy(events, ({ timeZone }) => timeZone)) {
    const changes = createZoneClock(zone).listChanges(from, to);
    const byId = new Map(own.map((event) => [event.id, event]));
    // Within a day of the change, because a whole hour may be skipped, and in some zones a day.
    const { rows } = await sql<{ eventId: Id<'event'>; original: LocalDateTime }>`
      select o.event_id as "eventId", o.original_local_start as original
      from unnest(${changes}::timestamptz[]) as c (at)
      join hub.event_occurrence o on o.chapter_id = ${chapterId}
        and o.starts_at between c.at - interval '32 days' and c.at + interval '1 day'
        and o.ends_at >= c.at - interval '1 day'
        and o.status = 'confirmed' and o.event_id = any(${[...byId.keys()]}::uuid[])
      order by o.original_local_start
      limit ${maxOccurrencesRead}
    `.execute(db);
    for (const { eventId, original } of rows) {
      await nextTurn();
      const event = byId.get(eventId);
      if (!event || !isOnClockChange(resolveOccurrence(event.series, original), zone)) continue;
      const originals = found.get(eventId) ?? [];
      originals.push(original);
      found.set(eventId, originals);
    }
  }
  return found;
}

type AnswerRow = {
  eventId: Id<'event'>;
  original: LocalDateTime;
  answer: OwnRsvp['answer'];
  guests: number;
  isWaitlisted: boolean;
  changedAt: Instant;
  isCanceled: boolean;
};

type StoredRsvp = OwnRsvp & { readonly isCanceled: boolean };

/** The member's RSVPs from half a year ago on, by event and original start. */
async function readRsvpsOfMember(
  db: Db,
  { chapterId, memberId }: FeedKey,
  now: Instant,
): Promise<Map<Id<'event'>, Map<LocalDateTime, StoredRsvp>>> {
  const since = Temporal.Instant.from(now).subtract({ hours: daysBack * 24 });
  const { rows } = await sql<AnswerRow>`
    select o.event_id as "eventId", o.original_local_start as original, r.answer, r.guests,
      r.status = 'waitlisted' as "isWaitlisted",
      greatest(r.answered_at, r.promoted_at) as "changedAt", o.status = 'cancelled' as "isCanceled"
    from hub.rsvp r
    join hub.event_occurrence o on o.chapter_id = r.chapter_id and o.id = r.occurrence_id
    where r.chapter_id = ${chapterId} and r.member_id = ${memberId}
      and o.starts_at >= ${since.toString()}::timestamptz
  `.execute(db);
  const byEvent = new Map<Id<'event'>, Map<LocalDateTime, StoredRsvp>>();
  for (const { eventId, original, ...answer } of rows) {
    const ofEvent = byEvent.get(eventId) ?? new Map<LocalDateTime, StoredRsvp>();
    byEvent.set(eventId, ofEvent.set(original, answer));
  }
  return byEvent;
}
