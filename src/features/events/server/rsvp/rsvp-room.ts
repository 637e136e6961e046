/** The room of occurrences: taken for a transaction, given to who answers, changed, passed on. */
import { sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { plural } from '#kit/words.ts';
import type { AuditBy } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { promotions, type Room, type Rsvp, type Waiting } from '../../rsvp/rsvp.ts';
import { deadlineOf } from '../../rsvp/rsvp-deadline.ts';
import { auditPromotions } from './rsvp-audit.ts';

export type LockedOccurrence = {
  readonly isCancelled: boolean;
  readonly endsAt: Instant;
  readonly deadline: Instant | null;
  readonly capacity: number | null;
  readonly confirmed: number;
  /** How many answers were given. */
  readonly turns: number;
};

/**
 * Takes the occurrence for this transaction: whoever answers, cancels or changes the room next waits
 * until it is done, so that all of it happens one after the other.
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
      'confirmed_heads',
      'rsvp_turns',
      'rsvp_closes_minutes_before',
    ])
    .where('chapter_id', '=', chapterId)
    .where('id', '=', occurrenceId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  // A statement of its own: what was committed while the lock was waited for must be seen.
  const event = await tx
    .selectFrom('event')
    .select('deleted_at')
    .where('chapter_id', '=', chapterId)
    .where('id', '=', row.event_id)
    .executeTakeFirstOrThrow();
  return {
    isCancelled: row.status === 'cancelled' || event.deleted_at !== null,
    endsAt: row.ends_at,
    deadline: deadlineOf(row.starts_at, row.rsvp_closes_minutes_before),
    capacity: row.capacity,
    confirmed: row.confirmed_heads,
    turns: row.rsvp_turns,
  };
}

/**
 * Holds who answers to their chapter for this transaction: one who is removed meanwhile waits for it,
 * and gives up what they answered. Taken before any occurrence, as removing does.
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

/** The waitlists of locked occurrences, each in its order; who has left waits for nothing. */
export async function waitingFor(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceIds: readonly Id<'occurrence'>[],
): Promise<Map<Id<'occurrence'>, Waiting[]>> {
  const found = await sql<Waiting & { occurrenceId: Id<'occurrence'> }>`
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

/** Keeps an answer to a locked occurrence, and counts it. The places it takes are kept by the table. */
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

/** Gives places to members who waited for this locked occurrence. */
export async function promote(
  tx: Tx,
  chapterId: Id<'chapter'>,
  occurrenceId: Id<'occurrence'>,
  memberIds: readonly Id<'member'>[],
): Promise<void> {
  if (memberIds.length === 0) return;
  await tx
    .updateTable('rsvp')
    .set({ status: 'confirmed' })
    .where('chapter_id', '=', chapterId)
    .where('occurrence_id', '=', occurrenceId)
    .where('member_id', 'in', memberIds)
    .execute();
}

/**
 * Gives occurrences another capacity, in heads; null: room for everybody. Whoever waits and now
 * fits is let in. Refused where more heads already have a place: nobody is ever put out.
 */
export async function setCapacity(
  tx: Tx,
  by: AuditBy,
  occurrenceIds: readonly Id<'occurrence'>[],
  capacity: number | null,
): Promise<Result<undefined>> {
  const { chapterId } = by;
  const locked = await sql<{ id: Id<'occurrence'>; confirmed: number }>`
    select id, confirmed_heads as confirmed from hub.event_occurrence
    where chapter_id = ${chapterId} and id = any(${[...occurrenceIds]}::uuid[])
    order by id
    for no key update
  `.execute(tx);
  const fullest = locked.rows.toSorted((a, b) => b.confirmed - a.confirmed)[0];
  if (fullest && capacity !== null && fullest.confirmed > capacity)
    return belowConfirmed(fullest.id, capacity, fullest.confirmed);
  await sql`
    update hub.event_occurrence set capacity = ${capacity}
    where chapter_id = ${chapterId} and id = any(${locked.rows.map((row) => row.id)}::uuid[])
      and capacity is distinct from ${capacity}
  `.execute(tx);
  const waiting = await waitingFor(tx, chapterId, occurrenceIds);
  for (const { id, confirmed } of locked.rows) {
    const room: Room = { capacity, confirmed, waiting: waiting.get(id) ?? [] };
    const promoted = promotions(room);
    await promote(tx, chapterId, id, promoted);
    await auditPromotions(tx, by, id, capacity, promoted);
  }
  return ok(undefined);
}

function belowConfirmed(occurrenceId: Id<'occurrence'>, capacity: number, confirmed: number) {
  const people = plural(confirmed, 'person already has', 'people already have');
  return refuse(
    'conflict',
    'capacity_below_confirmed',
    `${people} a spot, so the capacity can't be ${capacity}`,
    { field: 'capacity', details: { occurrenceId, capacity, confirmed } },
  );
}
