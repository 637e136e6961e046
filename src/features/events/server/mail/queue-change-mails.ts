/**
 * Queues emails to members about occurrences that moved, were canceled or are new, in the transaction of the
 * change. A mail waits until nothing has changed for some minutes. It holds what the member last knew and is compared
 * with what is true when it is sent, so that changes are joined and those that were taken back say nothing.
 */
import { sql } from 'kysely';
import type { Instant, LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Tx } from '#server/database/db.ts';
import { queueDelayedMails, withdrawMails } from '#server/mail/mail-queue.ts';
import { toOccurrenceUid } from '../../ical/add-to-calendar.ts';
import type { Work } from '../work.ts';

/** What members plan by. */
export type Known = {
  readonly start: LocalDateTime;
  readonly end: LocalDateTime;
  readonly location: string;
  readonly isCanceled: boolean;
  /** By which their calendars know it. */
  readonly uid: string;
};

export type ChangeMail = {
  readonly kind: 'event-changes';
  readonly chapterId: Id<'chapter'>;
  readonly memberId: Id<'member'>;
  /** When the first of the changes was made. */
  readonly since: Instant;
  /** What the member knew before, by occurrence; null is that they knew nothing of it. */
  readonly known: Readonly<Record<Id<'occurrence'>, Known | null>>;
};

export function isChangeMail(data: unknown): data is ChangeMail {
  return (data as { kind?: unknown } | null)?.kind === 'event-changes';
}

const quietSeconds = 5 * 60;
/** However long the changes go on. */
const maxWaitSeconds = 30 * 60;

/** The UID that the entry in the member's calendar had and has no longer, because the event repeats or no longer does. */
export function findFormerUid(one: Known | null, other: Known): string | undefined {
  return one && !one.isCanceled && one.uid !== other.uid ? one.uid : undefined;
}

/** There is nothing to announce if no one knew of it and it is canceled. */
export function isSameKnown(one: Known | null, other: Known): boolean {
  if (one === null) return other.isCanceled;
  if (one.isCanceled || other.isCanceled) return one.isCanceled === other.isCanceled;
  if (findFormerUid(one, other) !== undefined) return false;
  return one.start === other.start && one.end === other.end && one.location === other.location;
}

/** The occurrences as members know them, before they change. */
export async function readKnown(
  tx: Tx,
  chapterId: Id<'chapter'>,
  ids: readonly Id<'occurrence'>[],
): Promise<Map<Id<'occurrence'>, Known>> {
  if (ids.length === 0) return new Map();
  type Row = Omit<Known, 'uid'> & {
    occurrenceId: Id<'occurrence'>;
    id: Id<'event'>;
    isRecurring: boolean;
  };
  const { rows } = await sql<Row>`
    select o.id as "occurrenceId", e.id, e.recurrence is not null as "isRecurring",
      o.local_start as start, o.local_end as "end",
      coalesce(o.location, e.location) as location,
      o.status = 'cancelled' or e.deleted_at is not null as "isCanceled"
    from hub.event_occurrence o
    join hub.event e on e.chapter_id = o.chapter_id and e.id = o.event_id
    where o.chapter_id = ${chapterId} and o.id = any(${[...ids]}::uuid[])
  `.execute(tx);
  return new Map(
    rows.map(({ occurrenceId, id, isRecurring, ...known }) => [
      occurrenceId,
      { ...known, uid: toOccurrenceUid({ id, occurrenceId, isRecurring }) },
    ]),
  );
}

/** `changed`: what was known of each occurrence that is different now; null of a new one. */
export async function queueChangeMails(
  { tx, caller, now, newId, chargeRows }: Work,
  changed: ReadonlyMap<Id<'occurrence'>, Known | null>,
): Promise<void> {
  if (changed.size === 0) return;
  const { chapterId, memberId: changerId } = caller;
  const idsByMember = await listExpecting(tx, chapterId, [...changed.keys()]);
  const keyOf = (memberId: Id<'member'>) => `event-changes ${chapterId} ${memberId}`;
  const waiting = (await withdrawMails(tx, [...idsByMember.keys()].map(keyOf))) as ChangeMail[];
  const waitingByMember = Map.groupBy(waiting, ({ memberId }) => memberId);
  const mails = [...idsByMember].flatMap(([memberId, ids]) => {
    const earlier = (waitingByMember.get(memberId) ?? []).toSorted((one, other) =>
      one.since < other.since ? -1 : 1,
    );
    const known: Record<string, Known | null> = {};
    for (const id of ids) {
      const before = changed.get(id);
      if (before !== undefined) known[id] = before;
    }
    for (const mail of earlier.toReversed()) Object.assign(known, mail.known);
    // The author of a change knows of it.
    if (memberId === changerId) for (const id of ids) delete known[id];
    if (Object.keys(known).length === 0) return [];
    const since = earlier[0]?.since ?? now;
    const data: ChangeMail = { kind: 'event-changes', chapterId, memberId, since, known };
    return [{ key: keyOf(memberId), delaySeconds: computeDelay(since, now), data }];
  });
  chargeRows?.(mails.length);
  await queueDelayedMails(tx, mails, newId);
}

function computeDelay(since: Instant, now: Instant): number {
  const waited = Temporal.Instant.from(since).until(now).total('seconds');
  return Math.round(Math.max(0, Math.min(quietSeconds, maxWaitSeconds - waited)));
}

/** Active members who are going, waitlisted or maybe, or were invited and did not answer, each with these occurrences. */
async function listExpecting(
  tx: Tx,
  chapterId: Id<'chapter'>,
  ids: readonly Id<'occurrence'>[],
): Promise<Map<Id<'member'>, Id<'occurrence'>[]>> {
  const { rows } = await sql<{ memberId: Id<'member'>; ids: Id<'occurrence'>[] }>`
    select expecting.member_id as "memberId", array_agg(expecting.occurrence_id) as ids
    from (
      select r.member_id, r.occurrence_id
      from hub.rsvp r
      join hub.member m on m.chapter_id = r.chapter_id and m.id = r.member_id
      where r.chapter_id = ${chapterId} and r.occurrence_id = any(${[...ids]}::uuid[])
        and r.answer in ('going', 'maybe') and m.status = 'active'
      union all
      select m.id, o.id
      from hub.event_occurrence o
      join hub.member m on m.chapter_id = o.chapter_id and m.status = 'active'
      where o.chapter_id = ${chapterId} and o.id = any(${[...ids]}::uuid[]) and o.members_invited
        and not exists (
          select from hub.rsvp r
          where r.chapter_id = o.chapter_id and r.occurrence_id = o.id and r.member_id = m.id
        )
    ) expecting
    group by expecting.member_id
    order by expecting.member_id
  `.execute(tx);
  return new Map(rows.map(({ memberId, ids }) => [memberId, ids]));
}
