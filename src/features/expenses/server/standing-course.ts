import { sql } from 'kysely';
import {
  type BalancePoint,
  buildBalancePoints,
  thinBalancePoints,
} from '#features/wallets/balance-points.ts';
import { movementsOfOwner } from '#features/wallets/server/store.ts';
import { type Day, type Instant, instantToDay, startOfDay, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, maxTotalCents } from '#kit/money.ts';
import type { Db } from '#server/database/db.ts';

/** Bounds what is read of a long history: so many expenses by their date, as many by when they were settled. */
const maxExpensesOfCourse = 1_000;

type Row = {
  standing: Cents;
  /** From when on every movement is known; null if all of the year's are. */
  cut: Instant | null;
  /** Null without movements. */
  day: Day | null;
  amount: Cents | null;
};

/**
 * A member's standing over the last twelve months, backward from the current one, by the dates of what
 * is recorded now: an open expense counts from its date, a settled one from its date until it was
 * settled, and a wallet's transaction from its date. Editing or deleting a record changes its past
 * too, as the balance of a wallet on a day does. What an expense was before an edit is kept in the audit
 * log alone. An expense with a date to come counts from when it was logged. Corrections and money
 * back were settled as they were logged and so were never open.
 *
 * A single statement, so that the standing and its movements are of one moment.
 */
export async function readStandingCourse(
  db: Db,
  member: {
    readonly chapterId: Id<'chapter'>;
    readonly memberId: Id<'member'>;
    readonly timeZone: string;
  },
  now: Instant,
  most = maxExpensesOfCourse,
): Promise<{ standing: Cents; points: BalancePoint[]; since: Day; isComplete: boolean }> {
  const { chapterId, memberId, timeZone } = member;
  const today = instantToDay(now, timeZone);
  const yearAgo = toDay(Temporal.PlainDate.from(today).subtract({ years: 1 }));
  const from = startOfDay(yearAgo, timeZone);
  const columns = sql`e.id, e.expense_at, e.created_at, e.settled_at,
    num_nonnulls(e.corrects_id, e.replaces_id, e.money_back_for_id) = 0 as was_open,
    case when e.has_several_payers then 0 when e.paid_by = ${memberId} then payer_credit(e) else 0 end
      as credit, e.has_several_payers`;
  /** What an expense adds to the standing while it is open. */
  const part = sql`
    e.credit
      + coalesce((select y.credit_cents from expense_payer y where e.has_several_payers
        and y.chapter_id = ${chapterId} and y.expense_id = e.id and y.member_id = ${memberId}), 0)
      - coalesce((select p.share_cents from expense_participant p
        where p.chapter_id = ${chapterId} and p.expense_id = e.id and p.member_id = ${memberId}), 0)`;
  const { rows } = await sql<Row>`
    with in_wallets as materialized (${movementsOfOwner(chapterId, memberId, { from, most })}
    ), dated as materialized (
      select ${columns} from expense e
      where e.chapter_id = ${chapterId} and e.deleted_at is null and e.expense_at >= ${from}
      order by e.expense_at desc, e.id desc limit ${most}
    ), settled as materialized (
      select ${columns} from expense e
      where e.chapter_id = ${chapterId} and e.settled_at >= ${from}
      order by e.settled_at desc, e.id desc limit ${most}
    ), movement as (
      select at, amount from in_wallets
      union all
      select least(e.expense_at, e.created_at), ${part} from dated e where e.was_open
      union all
      select e.settled_at, -(${part}) from settled e where e.was_open
    ), cut as (
      select greatest(
        (select min(at) from in_wallets having count(*) = ${most}),
        (select min(expense_at) from dated having count(*) = ${most}),
        (select min(settled_at) from settled having count(*) = ${most})) as at
    )
    select greatest(least(s.standing_cents, ${maxTotalCents}), ${-maxTotalCents}) as standing,
      cut.at as cut, moved.day, moved.amount
    from member_standing s
    cross join cut
    left join (
      select to_char(least(at, ${now}::timestamptz) at time zone ${timeZone}, 'YYYY-MM-DD') as day,
        sum(amount)::bigint as amount
      from movement
      where amount <> 0 and at >= ${from}
      group by 1
    ) moved on moved.amount <> 0
    where s.chapter_id = ${chapterId} and s.member_id = ${memberId}
    order by moved.day`.execute(db);
  const standing = rows[0]?.standing ?? cents(0);
  const cut = rows[0]?.cut ?? null;
  const since = cut === null ? yearAgo : instantToDay(cut, timeZone);
  // What is known of the first day is no more than what it ended with.
  const movements = rows.flatMap(({ day, amount }) =>
    day !== null && amount !== null && (cut === null || day > since) ? [{ day, amount }] : [],
  );
  const [before, ...changed] = buildBalancePoints(standing, movements);
  const points = before ? [{ day: since, balance: before.balance }, ...changed] : [];
  const shown = thinBalancePoints(merge(points)).map((point) => ({
    ...point,
    balance: cents(Math.max(Math.min(point.balance, maxTotalCents), -maxTotalCents)),
  }));
  return { standing, points: shown, since, isComplete: cut === null };
}

/** A movement on the very first day leaves that day with what it ended with. */
function merge(points: readonly BalancePoint[]): BalancePoint[] {
  const [first, second, ...rest] = points;
  return first && second?.day === first.day ? [second, ...rest] : [...points];
}
