/**
 * Reads balances, totals and counts. The database updates them with every write (see
 * `move_expense_figures` in migrations/0108_expenses.sql), so that reading one takes constant time.
 */
import { sql } from 'kysely';
import { maySeeWalletsOf, type Reader } from '#features/wallets/read-permission.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, cents, maxTotalCents, sumCents } from '#kit/money.ts';
import { refuse } from '#kit/result.ts';
import { constraintRefusal } from '#server/database/constraints.ts';
import type { Db } from '#server/database/db.ts';
import type { CorrectionFilter } from '../listing/listing.ts';
import type { MemberBalance } from '../summary-contract.ts';

const all = {
  count: sql<number>`coalesce(sum(amount) filter (where kind = 'count'), 0)`,
  amount: sql<number>`coalesce(sum(amount) filter (where kind in ('total', 'excluded')), 0)`,
};
const open = {
  count: sql<number>`coalesce(sum(amount) filter (where kind = 'open_count'), 0)`,
  amount: sql<number>`coalesce(sum(amount) filter (where kind = 'gross'), 0)`,
};

/**
 * Selects one row: how many expenses of the chapter are not deleted, and what they add up to. Each is
 * either open or settled.
 */
export function selectCountAndAmount(
  db: Db,
  chapterId: Id<'chapter'>,
  status: 'open' | 'settled' | undefined,
  corrections: CorrectionFilter,
) {
  const settled = {
    count: sql<number>`${all.count} - ${open.count}`,
    amount: sql<number>`${all.amount} - ${open.amount}`,
  };
  const { count, amount } = status === undefined ? all : status === 'open' ? open : settled;
  // Each reversal is left out, and each replacement leaves out what it replaces; all are settled.
  const leftOut = db
    .selectFrom('expense')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('chapter_id', '=', chapterId)
    .where((row) =>
      row.or([row('corrects_id', 'is not', null), row('replaces_id', 'is not', null)]),
    );
  const hasLeftOut = corrections === 'current' && status !== 'open';
  return db
    .selectFrom('expense_figure_now')
    .select([
      (hasLeftOut ? sql<number>`${count} - (${leftOut})` : count).as('count'),
      amount.as('amount'),
    ])
    .where('chapter_id', '=', chapterId)
    .where('subject_id', '=', chapterId)
    .where('kind', 'in', ['count', 'open_count', 'total', 'excluded', 'gross']);
}

/** The group total and what is excluded from it, each at most the largest amount that is exact. */
export async function readTotal(db: Db, chapterId: Id<'chapter'>) {
  const { rows } = await sql<{ kind: 'total' | 'excluded'; amount: number }>`
    select kind, least(sum(amount), ${maxTotalCents}) as amount
    from expense_figure_now
    where chapter_id = ${chapterId} and kind in ('total', 'excluded') and subject_id = ${chapterId}
    group by kind
  `.execute(db);
  const amountOf = (kind: string) => cents(rows.find((row) => row.kind === kind)?.amount ?? 0);
  return { totalAmount: amountOf('total'), excludedAmount: amountOf('excluded') };
}

/**
 * Reads the balances as `computeBalances` defines them: of all active members, of former members
 * unless zero, and of the company account; if the reader sees only their own, of everyone else together.
 */
export async function readBalances(
  db: Db,
  reader: Reader & { readonly chapterId: Id<'chapter'> },
): Promise<{ items: MemberBalance[]; company: Cents }> {
  const { chapterId } = reader;
  const { rows } = await sql<MemberBalance>`
    select m.id as "participantId", m.display_name as name, coalesce(b.amount, 0) as balance
    from member m
    left join (
      select subject_id, amount from expense_figure_now
      where chapter_id = ${chapterId} and kind = 'balance'
    ) b on b.subject_id = m.id
    where m.chapter_id = ${chapterId} and (m.status = 'active' or coalesce(b.amount, 0) <> 0)
    order by m.display_name collate "und-x-icu", m.id
  `.execute(db);
  const items = rows.filter((row) => maySeeWalletsOf(reader, row.participantId));
  return { items, company: cents(-sumCents(items.map((row) => row.balance))) };
}

/** The database refuses writes that would take the sum beyond the exact range of money. */
export const rangeRefusal = constraintRefusal(
  'expense_figures_in_range',
  refuse(
    'invalid',
    'totals_out_of_range',
    'The total of all open expenses would exceed the maximum amount',
    { field: 'amount' },
  ),
);
