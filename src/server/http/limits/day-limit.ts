/**
 * What one member may write in a day of their chapter. Counted from what is there, so that all servers count the
 * same and a restart forgets nothing: the records of the audit log, which stay for good, and the replies kept for
 * repeated requests. Who writes little is never counted.
 */
import { sql } from 'kysely';
import type { MemberCaller } from '#kit/caller.ts';
import { type Instant, instantToDay, startOfDay, toDay } from '#kit/day.ts';
import { uuidV7 } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { Db } from '../../database/db.ts';

/** How much is left of a day that is nearly used up; undefined before. */
type DayLeft = { readonly bytes: number; readonly seconds: number };

export type DayLimit = {
  /** 429 once the day is used up. */
  charge(
    db: Db,
    member: Pick<MemberCaller, 'chapterId' | 'memberId' | 'timeZone'>,
    bodyBytes: number,
    now: Instant,
  ): Promise<Result<DayLeft | undefined>>;
};

export const maxDayBytes = 50_000_000;
/** From then on, members are warned. */
const nearlyShare = 0.8;
/** Sent since it was last counted; a request counts as at least one of 8 KB. */
const countEveryBytes = 262_144;
const leastBytes = 8_192;
/** Of a record, besides what it says: its link in the chain, and what finds it. */
const bytesOfRecord = 1_024;
/** Records of so long ago are counted once. No transaction lasts longer. */
const settlingMilliseconds = 60_000;
/** By which ids may be older than the records that have them, as another server's clock is. */
const maxSkewMilliseconds = 3_600_000;
const maxMembers = 20_000;

type Count = {
  /** The day, of 23 to 25 hours as the clocks of the chapter have it. */
  readonly since: Instant;
  readonly until: Instant;
  readonly bytes: number;
  /** Of `bytes`, those of records before `from`, which are not read again. */
  readonly settledBytes: number;
  /** In milliseconds, as ids have it. */
  readonly from: number;
  uncounted: number;
};

export function createDayLimit(isOn: boolean, maxBytes = maxDayBytes): DayLimit {
  const counts = new Map<string, Count>();

  function keep(memberId: string, count: Count): void {
    // Who wrote least recently goes first.
    counts.delete(memberId);
    counts.set(memberId, count);
    const [oldest] = counts.keys();
    if (counts.size > maxMembers && oldest !== undefined) counts.delete(oldest);
  }

  return {
    async charge(db, member, bodyBytes, now) {
      if (!isOn) return ok(undefined);
      const known = counts.get(member.memberId);
      let count = known && isOf(known, now) ? known : beginDay(now, member.timeZone);
      count.uncounted += Math.max(bodyBytes, leastBytes);
      keep(member.memberId, count);
      if (count.uncounted >= countEveryBytes && count.bytes < maxBytes) {
        // Before it is read: of many requests at once, one reads.
        count.uncounted = 0;
        count = await readCount(db, member, count, now);
        keep(member.memberId, count);
      }
      const seconds = Math.ceil(secondsBetween(now, count.until));
      if (count.bytes >= maxBytes)
        return refuseUntil(count.until, seconds, maxBytes, member.timeZone);
      const isNearly = count.bytes >= nearlyShare * maxBytes;
      return ok(isNearly ? { bytes: maxBytes - count.bytes, seconds } : undefined);
    },
  };
}

const toMilliseconds = (instant: Instant) => Temporal.Instant.from(instant).epochMilliseconds;

function secondsBetween(from: Instant, to: Instant): number {
  return (toMilliseconds(to) - toMilliseconds(from)) / 1_000;
}

/** Not if the clock was set back to before what was counted: then it is counted from the start. */
function isOf({ since, until, from }: Count, now: Instant): boolean {
  return since <= now && now < until && from <= toMilliseconds(now);
}

function beginDay(now: Instant, timeZone: string): Count {
  const today = instantToDay(now, timeZone);
  const tomorrow = toDay(Temporal.PlainDate.from(today).add({ days: 1 }));
  const since = startOfDay(today, timeZone);
  const until = startOfDay(tomorrow, timeZone);
  const from = toMilliseconds(since) - maxSkewMilliseconds;
  return { since, until, bytes: 0, settledBytes: 0, from, uncounted: 0 };
}

async function readCount(
  db: Db,
  { chapterId, memberId }: Pick<MemberCaller, 'chapterId' | 'memberId'>,
  { since, until, from, settledBytes }: Count,
  now: Instant,
): Promise<Count> {
  const next = Math.max(from, toMilliseconds(now) - settlingMilliseconds);
  const { rows } = await sql<{ settled: number; recent: number; replies: number }>`
    select coalesce(sum(bytes) filter (where id < ${firstId(next)}::uuid), 0) as settled,
      coalesce(sum(bytes) filter (where id >= ${firstId(next)}::uuid), 0) as recent,
      (select coalesce(sum(octet_length(k.reply)), 0) from idempotency_key k
        where k.chapter_id = ${chapterId} and k.member_id = ${memberId}
          and k.created_at >= ${since}::timestamptz) as replies
    from (
      select a.id, ${bytesOfRecord}::integer + coalesce(octet_length(a.before::text), 0)
        + coalesce(octet_length(a.after::text), 0) as bytes
      from audit a
      where a.chapter_id = ${chapterId} and a.actor_id = ${memberId}
        and a.id >= ${firstId(from)}::uuid and a.at >= ${since}::timestamptz
    ) written`.execute(db);
  const { settled = 0, recent = 0, replies = 0 } = rows[0] ?? {};
  const all = settledBytes + settled;
  return {
    since,
    until,
    bytes: all + recent + replies,
    settledBytes: all,
    from: next,
    uncounted: 0,
  };
}

/** The lowest id of a millisecond: a range of ids needs no index of its own. */
const firstId = (milliseconds: number) => uuidV7(milliseconds, new Uint8Array(10));

function refuseUntil(opensAt: Instant, seconds: number, maxBytes: number, timeZone: string) {
  return refuse(
    'too-many',
    'daily_limit',
    `You have written ${maxBytes / 1_000_000} MB today, as much as one member can in a day. Saving works again from midnight on (${timeZone}).`,
    { details: { retryAfterSeconds: seconds, opensAt } },
  );
}
