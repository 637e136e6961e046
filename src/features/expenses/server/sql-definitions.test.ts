/** SQL functions match their TypeScript counterparts and are inlined into queries. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import type { Cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../contract.ts';
import type { PayerCredit } from '../expense.ts';
import { pickFields } from '../patch.ts';
import { computePayerCredits, computeReimbursement } from '../payers.ts';
import { person, randomExpense, uuid } from '../testing/random-expense.ts';
import { toExpenseRow } from './expense-row.ts';

const chapterId = uuid<'chapter'>('0ccc', 1);

let hub: TestHub;
let empty: TestHub;
beforeAll(async () => {
  [hub, empty] = await Promise.all([startTestHub(), startTestHub()]);
});
afterAll(async () => {
  await hub?.close();
  await empty?.close();
});

/** In a database that nothing writes to: PostgreSQL gathers statistics of others at any time. */
async function explainQuery(query: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (verbose) ${query}`.execute(
    empty.db,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('payer_credit in SQL equals computeReimbursement for any expense', async () => {
  const expenses = fc.sample(randomExpense, 2_000);
  const rows = expenses.map((expense) => toExpenseRow(chapterId, expense));
  const credited = await sql<{ id: Id<'member'>; credit: Cents }>`
    select e.id, payer_credit(e) as credit
    from jsonb_populate_recordset(null::hub.expense, ${JSON.stringify(rows)}) e
  `.execute(hub.db);
  expect(credited.rows).toEqual(
    expenses.map((expense) => ({ id: expense.id, credit: computeReimbursement(expense) })),
  );
});

test('open_credit in SQL equals computePayerCredits for any stored expense', async () => {
  const chapter = await hub.chapter();
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, index) => chapter.person(`Person ${index}`)),
  );
  const named = new Map(people.map(({ memberId }, index) => [person(index), memberId]));
  const toMember = (id: Id<'member'>) => named.get(id) as Id<'member'>;
  const samples = fc.sample(
    randomExpense.filter(({ payers }) => payers.length > 0),
    100,
  );
  for (const { payers, participants, paidBy, ...fields } of [
    ...samples,
    ...fc.sample(randomExpense, 50),
  ]) {
    const body = {
      ...pickFields({ ...fields, paidBy, payers, participants }),
      id: newId<'expense'>(),
      paidBy: paidBy && toMember(paidBy),
      payers: payers.map(({ memberId, amountPaid }) => ({
        memberId: toMember(memberId),
        amountPaid,
      })),
      participants: participants.map(toMember),
      receiptIds: [],
    };
    const caller = people[0] as TestPerson;
    const expense = (await caller.call(expenseCalls.create, { body })).value();
    const { rows } = await sql<PayerCredit>`
      select member_id as "memberId", credit_cents as amount from open_credit
      where chapter_id = ${chapter.id} and expense_id = ${expense.id}
    `.execute(hub.db);
    const expected = computePayerCredits(body.id, body);
    expect(new Set(rows)).toEqual(new Set(expected));
    expect(expense.payerCredits).toEqual(expected);
  }
  expect(await hub.differences()).toEqual([]);
}, 60_000);

test('the sum of the credits of one owner uses an index-only scan', async () => {
  const plan = await explainQuery(sql`
    select sum(credit_cents) from open_credit
    where chapter_id = ${chapterId} and member_id = ${chapterId} and use_wallet_transactions`);
  expect(plan).toContain('Index Only Scan using expense_open_of_payer');
  expect(plan).toContain('using expense_payer_of_member');
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
