/** SQL functions match their TypeScript counterparts and are inlined into queries. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { computePayerCredit } from '../settle.ts';
import { randomExpense, uuid } from '../testing/random-expense.ts';
import { toExpenseRow } from './expense-row.ts';

const chapterId = uuid<'chapter'>('0ccc', 1);

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

async function explainQuery(query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (verbose) ${query}`.execute(hub.db);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('payer_credit in SQL equals computePayerCredit for any expense', async () => {
  const expenses = fc.sample(randomExpense, 2_000);
  const rows = expenses.map((expense) => toExpenseRow(chapterId, expense));
  const credited = await sql<{ id: Id<'member'>; credit: Cents }>`
    select e.id, payer_credit(e) as credit
    from jsonb_populate_recordset(null::hub.expense, ${JSON.stringify(rows)}) e
  `.execute(hub.db);
  expect(credited.rows).toEqual(
    expenses.map((expense) => ({ id: expense.id, credit: computePayerCredit(expense) })),
  );
});

test('a sum of payer credits uses an index-only scan', async () => {
  const plan = await explainQuery(sql`
    select sum(payer_credit(expense)) from expense
    where chapter_id = ${chapterId} and paid_by = ${chapterId} and use_wallet_transactions
      and status = 'open' and deleted_at is null`);
  expect(plan).toContain('Index Only Scan using expense_open_of_payer');
  expect(plan).not.toContain('payer_credit(');
});

test('settlement_wallet is inlined and uses an index', async () => {
  const plan = await explainQuery(sql`
    select wallet_id from unnest(array[${chapterId}]::uuid[]) member
    cross join lateral settlement_wallet(${chapterId}, member)`);
  expect(plan).toContain('using wallet_of_owner');
  expect(plan).not.toContain('settlement_wallet(');
});

test('recomputing the figures calls no function per expense', async () => {
  const plan = await explainQuery(sql`select * from expense_figure_recomputed`);
  expect(plan).not.toMatch(/(figures_of_expense|payer_credit)\(/);
});
