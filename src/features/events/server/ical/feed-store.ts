/** What a feed is made of, and whose it is. */
import { sql } from 'kysely';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { FeedEvent, OwnAnswer } from '../../ical/ical-feed.ts';
import { readEventsEvenDeleted } from '../event-store.ts';
import { type FeedKey, hashSecret, keyOf } from './feed-secret.ts';

/** Whose feed a secret opens: of an active member with a living account. */
export async function findFeed(
  db: Db,
  secret: string,
): Promise<(FeedKey & { chapterName: string }) | undefined> {
  const { chapterId, memberId } = keyOf(secret);
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

export async function findFeedOf(db: Db | Tx, key: FeedKey): Promise<Instant | undefined> {
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

/** False when there was none. */
export async function deleteFeed(tx: Tx, key: FeedKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('calendar_feed')
    .where('chapter_id', '=', key.chapterId)
    .where('member_id', '=', key.memberId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** How far back a feed reaches, in days, and how many times of events it looks at. */
const daysBack = 180;
const mostTimes = 20_000;

/**
 * Every event that happens from half a year back on, and those that the member said they would come
 * to and that do not happen any more.
 */
export async function listFeedEvents(db: Db, key: FeedKey, now: Instant): Promise<FeedEvent[]> {
  const { chapterId } = key;
  const answers = await answersOf(db, key, now);
  const since = Temporal.Instant.from(now).subtract({ hours: daysBack * 24 });
  const { rows } = await sql<{ id: Id<'event'> }>`
    select distinct event_id as id from (
      select event_id from hub.event_occurrence
      where chapter_id = ${chapterId} and status = 'confirmed'
        and starts_at >= ${since.toString()}::timestamptz
      order by starts_at, id
      limit ${mostTimes}
    ) o
  `.execute(db);
  const ids = new Set([...rows.map(({ id }) => id), ...answers.keys()]);
  const events = await readEventsEvenDeleted(db, chapterId, [...ids]);
  return events.flatMap(({ event, isDeleted }) => {
    const { rule, exceptions } = event.series;
    // An answer to a time that a changed series has no place for is about nothing any more.
    const own = new Map(
      [...(answers.get(event.id) ?? [])].filter(
        ([original, { isOff }]) => !isOff || !rule || exceptions.has(original),
      ),
    );
    const isAwaited = [...own.values()].some(({ answer }) => answer !== 'not-going');
    if (isDeleted && !isAwaited) return [];
    const { id, timeZone, series, createdAt, updatedAt, version } = event;
    const shown = { id, timeZone, series, createdAt, updatedAt, version };
    return [{ ...shown, isCancelled: isDeleted, answers: own }];
  });
}

type AnswerRow = {
  eventId: Id<'event'>;
  original: LocalDateTime;
  answer: OwnAnswer['answer'];
  guests: number;
  isWaitlisted: boolean;
  isOff: boolean;
};

type Known = OwnAnswer & { readonly isOff: boolean };

/** The member's answers to what is not over for long, by event and original start. */
async function answersOf(
  db: Db,
  { chapterId, memberId }: FeedKey,
  now: Instant,
): Promise<Map<Id<'event'>, Map<LocalDateTime, Known>>> {
  const since = Temporal.Instant.from(now).subtract({ hours: daysBack * 24 });
  const { rows } = await sql<AnswerRow>`
    select o.event_id as "eventId", o.original_local_start as original, r.answer, r.guests,
      r.status = 'waitlisted' as "isWaitlisted", o.status = 'cancelled' as "isOff"
    from hub.rsvp r
    join hub.event_occurrence o on o.chapter_id = r.chapter_id and o.id = r.occurrence_id
    where r.chapter_id = ${chapterId} and r.member_id = ${memberId}
      and o.starts_at >= ${since.toString()}::timestamptz
  `.execute(db);
  const byEvent = new Map<Id<'event'>, Map<LocalDateTime, Known>>();
  for (const { eventId, original, ...answer } of rows) {
    const ofEvent = byEvent.get(eventId) ?? new Map<LocalDateTime, Known>();
    byEvent.set(eventId, ofEvent.set(original, answer));
  }
  return byEvent;
}
