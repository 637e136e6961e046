/**
 * What a write costs does not grow with what is beside it: beside 4,000 expenses and 400 members of another chapter,
 * no step of any statement of a write, those of its functions and triggers included, reads more rows than it has to
 * do with. Nor does a search read more than its word asks for. PostgreSQL itself reports each plan as it ran.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenseCalls } from '#features/expenses/contract.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { createTestDatabase } from './database.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';

const bystanders = { expenses: 4_000, members: 400, payments: 400 };
/** Those of a write that names eight people; well below the rows beside it. */
const mostRows = 100;

let hub: TestHub;
let people: TestPerson[];
/** In the chapter with the many expenses, of which one is of a lighthouse. */
let host: TestPerson;
const plans: { query: string; plan: PlanNode }[] = [];

type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
};

beforeAll(async () => {
  const database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  for (const [name, value] of Object.entries({
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  })) {
    await owner.query(`alter database ${owner.database} set ${name} = '${value}'`);
  }
  hub = await startTestHub({ database, poolSize: 1 });
  hub.database.pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const [, json] = /plan:\n(\{[^]*\})$/.exec(message) ?? [];
      if (json === undefined) return;
      const { 'Query Text': query, Plan: plan } = JSON.parse(json);
      plans.push({ query, plan });
    });
  });
  const chapter = await hub.chapter();
  people = await Promise.all(
    Array.from({ length: 8 }, (_, index) => chapter.person(`Person ${index}`, 'treasurer')),
  );
  const elsewhere = await hub.chapter('Elsewhere');
  host = await elsewhere.person('Host');
  await owner.query(
    `insert into hub.member (chapter_id, id, display_name, email, created_at, updated_at)
      select $1, gen_random_uuid(), 'Member ' || n, 'm' || n || '@example.org', now(), now()
      from generate_series(1, ${bystanders.members}) n`,
    [elsewhere.id],
  );
  const logged = await host.call(expenseCalls.create, {
    raw: JSON.stringify(bodyOf([host])),
  });
  await owner.query(
    `insert into hub.expense
      select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid()))).*
      from hub.expense e, generate_series(1, ${bystanders.expenses}) where e.id = $1`,
    [logged.value().id],
  );
  await owner.query(
    `insert into hub.expense_participant
      select chapter_id, id, created_by, amount_cents from hub.expense
      where chapter_id = $1 and id <> $2`,
    [elsewhere.id, logged.value().id],
  );
  const rare = { ...bodyOf([host]), title: 'Lighthouse' };
  (await host.call(expenseCalls.create, { raw: JSON.stringify(rare) })).value();
  for (const [one, other] of [
    [host, host],
    [people[0], people[1]],
  ])
    await addHistory(one as TestPerson, other as TestPerson);
  await owner.query('analyze');
  await owner.end();
});
afterAll(() => hub?.close());

/** Entries of wallets, and payments, as many as of a year. */
async function addHistory(first: TestPerson, second: TestPerson): Promise<void> {
  const raw = JSON.stringify(bodyOf([first, second].slice(0, first === second ? 1 : 2)));
  const { id } = (await first.call(expenseCalls.create, { raw })).value();
  (await first.call(expenseCalls.settle, { params: { expenseId: id } })).value();
  await Promise.all(
    Array.from({ length: bystanders.payments }, (_, index) =>
      first.call(paymentCalls.record, {
        body: { ...pay(first, null), amount: cents(1_000 + index) },
      }),
    ),
  );
}

const pay = (first: TestPerson, second: TestPerson | null) => ({
  fromMemberId: first.memberId,
  toMemberId: second?.memberId ?? null,
  amount: cents(1_00),
  paidOn: '2026-03-01' as const,
  method: 'cash' as const,
  reference: '',
  note: '',
  isDuplicateAllowed: true,
});

const bodyOf = (sharing: readonly TestPerson[]) => ({
  title: 'Dinner',
  amount: 80,
  expenseDate: '2026-03-01T18:00:00.000Z',
  participants: sharing.map(({ memberId }) => memberId),
  paidBy: sharing[0]?.memberId,
  useWalletTransactions: true,
});

const writes: Record<
  string,
  (first: TestPerson, second: TestPerson) => Promise<{ status: number }>
> = {
  'logging an expense for eight': (first) =>
    first.call(expenseCalls.create, { raw: JSON.stringify({ ...bodyOf(people), id: newId() }) }),
  'settling it': async (first) => {
    const raw = JSON.stringify(bodyOf(people));
    const { id } = (await first.call(expenseCalls.create, { raw })).value();
    plans.length = 0;
    return first.call(expenseCalls.settle, { params: { expenseId: id } });
  },
  'recording a payment': (first, second) =>
    first.call(paymentCalls.record, {
      body: pay(first, second),
    }),
  'adding to a wallet': async (first) => {
    const { wallets } = (await first.call(walletCalls.list)).value();
    const [wallet] = wallets.items;
    if (!wallet?.ownerId) throw new Error('settling opened no wallet');
    plans.length = 0;
    return first.call(walletCalls.addTransaction, {
      params: { walletId: wallet.id },
      body: {
        userId: wallet.ownerId,
        transactionType: 'credit',
        amount: cents(5_00),
        description: 'Dues',
      },
    });
  },
};

test.each(Object.keys(writes))('%s reads no more than it has to do with', async (name) => {
  const [first, second] = people as [TestPerson, TestPerson];
  // Once before, so that what is planned for the first values is not what is looked at.
  for (let time = 0; time < 7; time += 1) {
    plans.length = 0;
    expect((await writes[name]?.(first, second))?.status).toBeLessThan(300);
  }
  expect(plans.length).toBeGreaterThan(3);
  expect(plans.flatMap(({ query, plan }) => listWide(plan, query))).toEqual([]);
});

async function search(searchTerm: string) {
  let found = 0;
  // More often than PostgreSQL plans a prepared statement for its values; with another length, or memory replies.
  for (let time = 0; time < 7; time += 1) {
    plans.length = 0;
    const query = { searchTerm, take: 20 + time };
    found = (await host.call(expenseCalls.list, { query })).value().expenses.totalCount;
  }
  expect(plans.length).toBeGreaterThan(0);
  return found;
}

test('a search for a rare word reads what has it', async () => {
  expect(await search('lighthouse')).toBe(1);
  expect(plans.flatMap(({ query, plan }) => listWide(plan, query))).toEqual([]);
});

test('a search for a common word counts what has it, and reads its page alone', async () => {
  expect(await search('dinner')).toBeGreaterThan(bystanders.expenses);
  const pages = plans.flatMap(({ query, plan }) =>
    listNodes(plan)
      .filter((node) => node['Node Type'] === 'Limit')
      .map((page) => ({ isOfWord: query.includes('like'), wide: listWide(page, query) })),
  );
  expect(pages.filter(({ isOfWord }) => isOfWord)).toEqual([{ isOfWord: true, wide: [] }]);
});

const listWide = (plan: PlanNode, query: string) =>
  listNodes(plan)
    .filter((node) => countRead(node) > mostRows)
    .map((node) => `${countRead(node)} rows: ${describe(node)} of ${query.slice(0, 80)}`);

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];

const countRead = (node: PlanNode) =>
  node['Actual Loops'] *
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0));

const describe = (node: PlanNode) =>
  [node['Node Type'], node['Relation Name'], node['Index Name']].filter(Boolean).join(' ');
