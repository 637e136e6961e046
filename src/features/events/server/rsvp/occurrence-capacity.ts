/** Reads and changes the capacity and spots of occurrences, under lock. */
import { sql } from 'kysely';
import { plural } from '#kit/counts.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { AuditContext } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import {
  type OccurrenceCapacity,
  type Rsvp,
  selectPromotions,
  type WaitlistEntry,
} from '../../rsvp/rsvp.ts';
import { computeDeadline } from '../../rsvp/rsvp-deadline.ts';
import { auditPromotions } from './rsvp-audit.ts';

export type LockedOccurrence = {
  readonly isCanceled: boolean;
  readonly endsAt: Instant;
  readonly deadline: Instant | null;
  readonly capacity: number | null;
  readonly maxGuests: number;
  readonly confirmed: number;
  /** The number of RSVPs so far. */
  readonly turns: number;
};

/**
 * Locks the occurrence, so that RSVPs, cancellations and changes of its capacity happen one after
 * another.
 */
export async function lockOccurrence(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
): Promise<LockedOccurrence | undefined> {
  const row = await tx
    .selectFrom('event_occurrence')
    .select([
      'event_id',
      'status',
      'starts_at',
      'ends_at',
      'capacity',
      'max_guests',
      'confirmed_heads',
      'rsvp_turns',
      'rsvp_closes_minutes_before',
    ])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', occurrenceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  // A separate statement, so that it sees what was committed while waiting for the lock.
  const event = await tx
    .selectFrom('event')
    .select('deleted_at')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', row.event_id)
    .executeTakeFirstOrThrow();
  return {
    isCanceled: row.status === 'cancelled' || event.deleted_at !== null,
    endsAt: row.ends_at,
    deadline: computeDeadline(row.starts_at, row.rsvp_closes_minutes_before),
    capacity: row.capacity,
    maxGuests: row.max_guests,
    confirmed: row.confirmed_heads,
    turns: row.rsvp_turns,
  };
}

/** As `lockOccurrence`, for many; in order, so that concurrent locks cannot deadlock. */
export async function lockOccurrences(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceIds: readonly Id<'occurrence'>[],
): Promise<{ id: Id<'occurrence'>; confirmed: number }[]> {
  const { rows } = await sql<{ id: Id<'occurrence'>; confirmed: number }>`
    select id, confirmed_heads as confirmed from hub.event_occurrence
    where chapter_id = ${chapterId} and id = any(${[...occurrenceIds]}::uuid[])
    order by id
    for no key update
  `.execute(tx);
  return rows;
}

/**
 * Locks the member, so that a concurrent removal waits and then withdraws the RSVP too. Call it before
 * locking any occurrence, in the same order as removal does.
 */
export async function isStillMember(
  tx: Tx,
  chapterId: Id<'chapter'>,
  memberId: Id<'member'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('member')
    .select('status')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', memberId)
    .forShare()
    .executeTakeFirst();
  return row?.status === 'active';
}

export async function findRsvp(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
  memberId: Id<'member'>,
): Promise<Rsvp | undefined> {
  return tx
    .selectFrom('rsvp')
    .select(['answer', 'guests', 'status', 'place'])
    .where('chapter_id', '=', chapterId)
    .where('occurrence_id', '=', occurrenceId)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
}

/** The waitlists of locked occurrences in order, without members who are no longer active. */
export async function readWaitlists(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceIds: readonly Id<'occurrence'>[],
): Promise<Map<Id<'occurrence'>, WaitlistEntry[]>> {
  const found = await sql<WaitlistEntry & { occurrenceId: Id<'occurrence'> }>`
    select occurrence_id as "occurrenceId", member_id as "memberId", guests + 1 as heads
    from hub.rsvp r
    where chapter_id = ${chapterId} and occurrence_id = any(${[...occurrenceIds]}::uuid[])
      and status = 'waitlisted'
      and exists (
        select from hub.member m
        where m.chapter_id = r.chapter_id and m.id = r.member_id and m.status = 'active'
      )
    order by occurrence_id, place
  `.execute(tx);
  return Map.groupBy(found.rows, ({ occurrenceId }) => occurrenceId);
}

/** Saves an RSVP to a locked occurrence and counts it. A trigger updates the spots taken. */
export async function saveRsvp(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
  memberId: Id<'member'>,
  rsvp: Rsvp & { readonly turn: number; readonly answeredAt: Instant },
): Promise<void> {
  const { answer, guests, status, place, turn, answeredAt } = rsvp;
  const values = { answer, guests, status, place, answered_at: answeredAt };
  await tx
    .insertInto('rsvp')
    .values({
      chapter_id: chapterId,
      occurrence_id: occurrenceId,
      member_id: memberId,
      ...values,
    })
    .onConflict((conflict) =>
      conflict.columns(['chapter_id', 'occurrence_id', 'member_id']).doUpdateSet(values),
    )
    .execute();
  await tx
    .updateTable('event_occurrence')
    .set({ rsvp_turns: turn })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', occurrenceId)
    .execute();
}

/** Confirms waitlisted members of a locked occurrence. */
export async function promote(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
  memberIds: readonly Id<'member'>[],
  now: Instant,
): Promise<void> {
  if (memberIds.length === 0) return;
  await tx
    .updateTable('rsvp')
    .set({ status: 'confirmed', promoted_at: now })
    .where('chapter_id', '=', chapterId)
    .where('occurrence_id', '=', occurrenceId)
    .where('member_id', 'in', memberIds)
    .execute();
}

/** Promotes those who wait for a locked occurrence and fit. */
export async function promoteWaiting(
  tx: Tx,
  by: AuditContext,
  occurrenceId: Id<'occurrence'>,
  room: OccurrenceCapacity,
): Promise<void> {
  const promoted = selectPromotions(room);
  await promote(tx, by.chapterId, occurrenceId, promoted, by.now);
  await auditPromotions(tx, by, occurrenceId, room.capacity, promoted);
}

/**
 * Changes the capacity of occurrences, null for unlimited, and promotes those who now fit. Refused if
 * more spots are taken already: no one ever loses a spot.
 */
export async function setCapacity(
  tx: Tx,
  by: AuditContext,
  occurrenceIds: readonly Id<'occurrence'>[],
  capacity: number | null,
): Promise<Result<undefined>> {
  const { chapterId } = by;
  const locked = await lockOccurrences(tx, chapterId, occurrenceIds);
  const fullest = locked.toSorted((a, b) => b.confirmed - a.confirmed)[0];
  if (fullest && capacity !== null && fullest.confirmed > capacity)
    return refuseBelowConfirmed(fullest.id, capacity, fullest.confirmed);
  await sql`
    update hub.event_occurrence set capacity = ${capacity}
    where chapter_id = ${chapterId} and id = any(${locked.map((row) => row.id)}::uuid[])
      and capacity is distinct from ${capacity}
  `.execute(tx);
  const waiting = await readWaitlists(tx, chapterId, occurrenceIds);
  for (const { id, confirmed } of locked) {
    await promoteWaiting(tx, by, id, { capacity, confirmed, waiting: waiting.get(id) ?? [] });
  }
  return ok(undefined);
}

function refuseBelowConfirmed(occurrenceId: Id<'occurrence'>, capacity: number, confirmed: number) {
  const people = plural(confirmed, 'person already has', 'people already have');
  return refuse(
    'conflict',
    'capacity_below_confirmed',
    `${people} a spot, so the capacity can't be ${capacity}`,
    { field: 'capacity', details: { occurrenceId, capacity, confirmed } },
  );
}
