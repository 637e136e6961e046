import { sql } from 'kysely';
import { addMonths, getFirstDay, toMonth } from '#kit/calendar/month.ts';
import { type Instant, instantToDay, startOfDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, maxTotalCents } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';
import type { MonthOfSpending } from '../home-contract.ts';

const shownMonths = 12;

/**
 * What a member's shares add up to in each of the last twelve months, oldest first, in the chapter's time
 * zone. Corrected expenses count with their reversals, so that a reversed share adds nothing. Amounts
 * beyond what a client's numbers represent exactly are reported as that bound.
 */
export async function readSpending(
  db: Db,
  member: {
    readonly chapterId: Id<'chapter'>;
    readonly memberId: Id<'member'>;
    readonly timeZone: string;
  },
  now: Instant,
): Promise<{ months: MonthOfSpending[]; total: Cents }> {
  const { chapterId, memberId, timeZone } = member;
  const thisMonth = toMonth(instantToDay(now, timeZone));
  const shown = Array.from({ length: shownMonths }, (_, place) =>
    addMonths(thisMonth, 1 - shownMonths + place),
  );
  // Where each month begins, and the last one ends.
  const starts = [...shown, addMonths(thisMonth, 1)].map((month) =>
    startOfDay(getFirstDay(month), timeZone),
  );
  // The end is no condition: from the sixth call on, a connection plans without the values, and then expects
  // too few expenses between two of them to read them at once. Later ones get the number 13.
  const { rows } = await sql<{ number: number; amount: Cents }>`
    select width_bucket(e.expense_at, ${starts}::timestamptz[]) as number,
      greatest(least(sum(p.share_cents), ${maxTotalCents}), ${-maxTotalCents}) as amount
    from expense e
    join expense_participant p on p.chapter_id = e.chapter_id and p.expense_id = e.id
    where e.chapter_id = ${chapterId} and p.member_id = ${memberId} and e.deleted_at is null
      and e.expense_at >= ${starts[0]}
    group by 1
  `.execute(db);
  const amounts = new Map(rows.map(({ number, amount }) => [number, amount]));
  const months = shown.map((month, place) => ({
    month,
    amount: amounts.get(place + 1) ?? cents(0),
  }));
  const total = months.reduce((sum, { amount }) => sum + amount, 0);
  return { months, total: cents(Math.max(Math.min(total, maxTotalCents), -maxTotalCents)) };
}
