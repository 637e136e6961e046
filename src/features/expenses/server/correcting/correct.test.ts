import pg from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { expenseCalls } from '../../contract.ts';
import type { Expense, ExpenseFields } from '../../expense.ts';
import { checkCorrector } from '../../may-write.ts';
import { readCompanyBalance, readWallets } from '../../testing/read-wallets.ts';
import {
  createBody,
  createScene,
  findShare,
  logExpense,
  readEverything,
  type Scene,
  toParams,
} from '../../testing/scene.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
});
beforeEach(async () => {
  scene = await createScene(hub);
});
afterEach(async () => {
  expect(await hub.differences()).toEqual([]);
});
afterAll(() => hub.close());

async function logSettled(more: Partial<ExpenseFields> = {}): Promise<Expense> {
  const expense = await logExpense(scene, more);
  return (await scene.ann.call(expenseCalls.settle, { params: toParams(expense) })).value();
}

const correct = (
  person: TestPerson,
  expense: Expense,
  more: Partial<ExpenseFields> | null,
  note?: string,
) =>
  person.call(expenseCalls.correct, {
    params: toParams(expense),
    body: { replacement: more && createBody(scene, more), note },
    headers: { 'if-match': `"${expense.version}"` },
  });

/** The ids of the settlement wallets, in the order in which they are locked. */
async function listWallets(): Promise<string[]> {
  const wallets = await hub.db
    .selectFrom('ledger_account')
    .select('wallet_id')
    .where('chapter_id', '=', scene.chapter.id)
    .orderBy('wallet_id')
    .execute();
  return wallets.map((wallet) => wallet.wallet_id);
}

async function lock(client: pg.Client, walletId: string | undefined): Promise<void> {
  await client.query(
    'select from hub.ledger_account where wallet_id = $1 for no key update nowait',
    [walletId],
  );
}

/** How many transactions wait for what this client has locked, or for one that does. */
async function countWaiting(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows.length;
}

const read = async (id: Expense['id']) =>
  (await scene.ann.call(expenseCalls.detail, { params: { expenseId: id } })).value();

describe('a correction through wallets', () => {
  const before = {
    amount: cents(100_01),
    useWalletTransactions: true,
    payerReimbursementType: 'Partial',
    payerReimbursementAmount: cents(40_00),
  } as const;

  test('takes back what settling moved and moves the new amounts', async () => {
    const { ann, ben } = scene;
    const original = await logSettled(before);
    const reply = await correct(ben, original, {
      amount: cents(60_00),
      useWalletTransactions: true,
    });
    expect(reply.status).toBe(201);
    const { reversal, replacement } = reply.value();
    expect(reversal).toMatchObject({
      title: `Reversal of ${original.title}`,
      amount: -100_01,
      payerReimbursementAmount: -40_00,
      status: 'settled',
      expenseDate: original.expenseDate,
      createdBy: ben.memberId,
      correctsId: original.id,
    });
    for (const person of [ann, ben, scene.cid]) {
      expect(findShare(reversal, person)).toBe(-(findShare(original, person) ?? 0));
    }
    expect(replacement).toMatchObject({
      amount: 60_00,
      status: 'settled',
      replacesId: original.id,
    });
    const wallets = await readWallets(scene);
    expect(wallets['Ann – USD']?.balance).toBe(60_00 - 20_00);
    expect(wallets['Ben – USD']?.balance).toBe(-20_00);
    expect(wallets['Cid – USD']?.balance).toBe(-20_00);
    expect(await readCompanyBalance(hub, scene)).toBe(0);
  });

  test('waits for the wallets of both expenses in one order, so that two never wait for each other', async () => {
    const { ann, ben, cid, dora } = scene;
    const pairs = [
      [ann, ben],
      [cid, dora],
    ].map(([payer, other]) => ({
      participants: [payer?.memberId, other?.memberId],
      paidBy: payer?.memberId,
      useWalletTransactions: true,
    })) as Partial<ExpenseFields>[];
    const settled = await Promise.all(pairs.map((pair) => logSettled(pair)));
    const [lowest, ...others] = await listWallets();
    const holder = new pg.Client({ connectionString: hub.database.ownerUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await lock(holder, lowest);
    const corrections = settled.map((expense, index) =>
      correct(ben, expense, pairs[1 - index] ?? null),
    );
    await expect.poll(() => countWaiting(holder)).toBe(settled.length);
    // Neither holds one of the others yet.
    for (const wallet of others) await lock(holder, wallet);
    await holder.query('commit');
    const replies = await Promise.all(corrections);
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
  });

  test('moves the wallets that settling moved, though an older one has appeared', async () => {
    const { ann, ben } = scene;
    const original = await logSettled(before);
    const body = { name: 'Older', ownerId: ben.memberId, currencyCode: 'USD' } as const;
    const older = (await ann.call(walletCalls.create, { body })).value();
    // As of a request that began before the settlement and committed after it.
    const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
    await owner.connect();
    onTestFinished(() => owner.end());
    await owner.query(
      `update hub.wallet set created_at = created_at - interval '1 day'
      where chapter_id = $1 and id = $2`,
      [scene.chapter.id, older.id],
    );
    const holder = new pg.Client({ connectionString: hub.database.ownerUrl });
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query('begin');
    await lock(holder, older.id);
    const correction = correct(ann, original, {
      amount: cents(60_00),
      useWalletTransactions: true,
    });
    // The replacement moves the oldest, which is locked before anything is posted.
    await expect.poll(() => countWaiting(holder)).toBe(1);
    await holder.query('commit');
    expect((await correction).status).toBe(201);
    const wallets = await readWallets(scene);
    expect(wallets['Ben – USD']?.balance).toBe(0);
    expect(wallets['Older']?.balance).toBe(-20_00);
    expect(await readCompanyBalance(hub, scene)).toBe(0);
  });

  test('links all three both ways', async () => {
    const original = await logSettled(before);
    const { reversal, replacement } = (await correct(scene.ann, original, {})).value();
    expect(await read(original.id)).toMatchObject({
      correctedById: reversal.id,
      replacedById: replacement?.id,
      amount: original.amount,
      version: original.version,
    });
    expect(await read(reversal.id)).toMatchObject({ correctsId: original.id });
    expect(await read(replacement?.id ?? original.id)).toMatchObject({ replacesId: original.id });
    const { expenses } = (await scene.ann.call(expenseCalls.list)).value();
    expect(expenses.items.map((each) => each.correctsId ?? each.replacesId ?? 'original')).toEqual(
      expect.arrayContaining(['original', original.id, original.id]),
    );
  });

  test('without a replacement leaves everything as if it had not been', async () => {
    const { ann } = scene;
    const standings = async () =>
      (await ann.call(expenseCalls.standings)).value().items.map(({ standing }) => standing);
    const none = await standings();
    const original = await logSettled(before);
    const reply = await correct(ann, original, null);
    expect(reply.value().replacement).toBeNull();
    expect(await standings()).toEqual(none);
    expect(await readCompanyBalance(hub, scene)).toBe(0);
  });
});

test('what several payers paid and got back is taken back to the cent', async () => {
  const { ann, ben, dora } = scene;
  const before = {
    amount: cents(100_01),
    useWalletTransactions: true,
    payers: [
      { memberId: ann.memberId, amountPaid: cents(60_00) },
      { memberId: ben.memberId, amountPaid: cents(20_01) },
      { memberId: dora.memberId, amountPaid: cents(20_00) },
    ],
    payerReimbursementType: 'Partial',
    payerReimbursementAmount: cents(33_33),
  } as const;
  const original = await logSettled({ ...before, payers: [...before.payers] });
  const { reversal } = (await correct(ann, original, null)).value();
  expect(reversal.payers).toEqual(
    original.payers.map((payer) => ({ ...payer, amountPaid: -payer.amountPaid })),
  );
  expect(reversal.payerCredits).toEqual(
    original.payerCredits.map((credit) => ({ ...credit, amount: -credit.amount })),
  );
  expect((await read(reversal.id)).payers).toEqual(reversal.payers);
  const wallets = await readWallets(scene);
  expect(Object.values(wallets).map(({ balance }) => balance)).toEqual([0, 0, 0, 0]);
});

test('a correction outside wallets moves no standing and keeps the note', async () => {
  const { ann } = scene;
  const original = await logSettled({ isEvenSplit: true, paidBy: null });
  const standings = async () => (await ann.call(expenseCalls.standings)).text;
  const before = await standings();
  const { reversal, replacement } = (
    await correct(
      ann,
      original,
      { amount: cents(5_00), isEvenSplit: true, paidBy: null },
      'Cash the next day',
    )
  ).value();
  expect(reversal).toMatchObject({
    settlementNote: 'Cash the next day',
    settlementTransactions: [],
  });
  expect(replacement).toMatchObject({ settlementNote: 'Cash the next day' });
  expect(await standings()).toBe(before);
  const again = await correct(ann, replacement as Expense, null);
  expect(again.value().reversal).toMatchObject({ settlementNote: `Corrects ${original.title}` });
});

test('corrected to an even split, nobody is charged; from one, the shares are charged', async () => {
  const { ann } = scene;
  const evenSplit = { isEvenSplit: true, paidBy: null };
  const balances = async () =>
    Object.values(await readWallets(scene)).map(({ balance }) => balance);
  const charged = await logSettled({ amount: cents(90_00), useWalletTransactions: true });
  const even = (await correct(ann, charged, evenSplit)).value().replacement;
  expect(even).toMatchObject({ useWalletTransactions: false, settlementTransactions: [] });
  expect(await balances()).toEqual([0, 0, 0]);
  const back = (await correct(ann, even as Expense, { amount: cents(90_00) })).value().replacement;
  expect(back).toMatchObject({ useWalletTransactions: true });
  expect((await balances()).sort()).toEqual([-30_00, -30_00, 60_00].sort());
});

test('totals, counts and sums under a filter take the negative amount in', async () => {
  const { ann } = scene;
  const original = await logSettled({ amount: cents(100_00), category: 'Food' });
  await correct(ann, original, { amount: cents(60_00), category: 'Food' });
  expect((await ann.call(expenseCalls.total)).value().totalAmount).toBe(60_00);
  for (const query of [{}, { status: 'settled' as const }, { category: 'Food' }]) {
    const { expenses, totalAmount } = (await ann.call(expenseCalls.list, { query })).value();
    expect([expenses.totalCount, totalAmount]).toEqual([3, 60_00]);
  }
  const reversed = (
    await ann.call(expenseCalls.list, { query: { searchTerm: 'Reversal of' } })
  ).value();
  expect(reversed.totalAmount).toBe(-100_00);
});

describe('a list of what stands', () => {
  type Query = Parameters<typeof listCurrent>[0];
  const listCurrent = async (
    query: { sort?: 'date' | 'total' | 'member'; searchTerm?: string; category?: string } & {
      status?: 'open' | 'settled';
      skip?: number;
      take?: number;
    } = {},
  ) => {
    const memberId = scene.ann.memberId;
    const all = { corrections: 'current', memberId, ...query } as const;
    const { expenses, totalAmount } = (
      await scene.ann.call(expenseCalls.list, { query: all })
    ).value();
    return [expenses.items.map(({ title }) => title), expenses.totalCount, totalAmount];
  };

  test('has one row of a correction, in every order, on every page, with exact sums', async () => {
    const { ann } = scene;
    await logExpense(scene, { title: 'open', amount: cents(1_00) });
    const first = await logSettled({ title: 'first', amount: cents(100_00), category: 'Food' });
    const { replacement } = (
      await correct(ann, first, { title: 'second', amount: cents(60_00), category: 'Food' })
    ).value();
    await correct(ann, replacement as Expense, {
      title: 'third',
      amount: cents(50_00),
      category: 'Travel',
    });
    const gone = await logSettled({ title: 'gone', amount: cents(7_00), category: 'Food' });
    await correct(ann, gone, null);
    const found: [Query, string[], number][] = [
      [{}, ['gone', 'open', 'third'], 51_00],
      [{ sort: 'total' }, ['open', 'gone', 'third'], 51_00],
      [{ status: 'settled' }, ['gone', 'third'], 50_00],
      [{ status: 'open' }, ['open'], 1_00],
      [{ category: 'Travel' }, ['third'], 50_00],
      [{ category: 'Food' }, ['gone', 'open'], 1_00],
      [{ searchTerm: 'Reversal of' }, [], 0],
      [{ searchTerm: 'first' }, [], 0],
    ];
    for (const [query, titles, total] of found) {
      const [listed, count, sum] = await listCurrent(query);
      expect([query, query?.sort ? listed : (listed as string[]).toSorted(), count, sum]).toEqual([
        query,
        titles,
        titles.length,
        total,
      ]);
    }
    expect((await listCurrent({ sort: 'member' }))[1]).toBe(3);
    const pages = [await listCurrent({ take: 2 }), await listCurrent({ skip: 2, take: 2 })];
    expect(pages.flatMap(([titles]) => titles as string[]).toSorted()).toEqual([
      'gone',
      'open',
      'third',
    ]);
    const all = (await ann.call(expenseCalls.list)).value();
    expect([all.expenses.totalCount, all.totalAmount]).toEqual([8, 51_00]);
  });
});

test('may keep people who have left, and add nobody who has', async () => {
  const { ann, cid, dora } = scene;
  const original = await logSettled();
  await hub.db
    .updateTable('member')
    .set({ status: 'removed' })
    .where('chapter_id', '=', scene.chapter.id)
    .where('id', 'in', [cid.memberId, dora.memberId])
    .execute();
  const ids = [ann.memberId, cid.memberId];
  expect((await correct(ann, original, { participants: [...ids, dora.memberId] })).status).toBe(
    422,
  );
  const alone = await correct(ann, original, { participants: [ann.memberId] });
  expect(alone.status).toBe(201);
  // He was on what it replaces, so that taking him off can be undone.
  const { replacement } = alone.value();
  if (!replacement) throw new Error('nothing replaces it');
  expect((await correct(ann, replacement, { participants: [dora.memberId] })).status).toBe(422);
  expect((await correct(ann, replacement, { participants: ids })).status).toBe(201);
});

test('the history shows it from every side', async () => {
  const { ann, ben } = scene;
  const original = await logSettled();
  const { reversal, replacement } = (await correct(ben, original, {})).value();
  const actions = async (id: Expense['id']) =>
    (await ann.call(expenseCalls.history, { params: { expenseId: id } }))
      .value()
      .events.items.map(({ action, by }) => `${action} ${by?.id === ben.memberId}`);
  expect(await actions(original.id)).toEqual([
    'expense.correct true',
    'expense.settle false',
    'expense.create false',
  ]);
  expect(await actions(reversal.id)).toEqual(['expense.reverse true']);
  expect(await actions(replacement?.id ?? original.id)).toEqual([
    'expense.settle true',
    'expense.create true',
  ]);
});

describe('refuses, and changes nothing:', () => {
  async function expectRefused(
    reply: Promise<{ status: number; refusal: () => { code: string } }>,
    status: number,
    code: string,
  ): Promise<void> {
    const refused = await reply;
    expect([refused.status, refused.refusal().code]).toEqual([status, code]);
  }

  test('an open expense, a second correction, and the correction of a reversal', async () => {
    const { ann } = scene;
    const open = await logExpense(scene);
    const original = await logSettled();
    const { reversal, replacement } = (await correct(ann, original, {})).value();
    const before = await readEverything(scene);
    await expectRefused(correct(ann, open, {}), 409, 'expense_not_settled');
    await expectRefused(correct(ann, original, {}), 409, 'expense_corrected');
    await expectRefused(correct(ann, original, null), 409, 'expense_corrected');
    await expectRefused(correct(ann, reversal, {}), 409, 'expense_is_reversal');
    expect(await readEverything(scene)).toBe(before);
    expect((await correct(ann, replacement as Expense, {})).status).toBe(201);
  });

  test('any other write of a reversal', async () => {
    const { ann } = scene;
    const { reversal } = (await correct(ann, await logSettled(), null)).value();
    const params = toParams(reversal);
    const before = await readEverything(scene);
    const body = [{ op: 'replace' as const, path: '/title' as const, value: 'x' }];
    await expectRefused(ann.call(expenseCalls.settle, { params }), 409, 'expense_settled');
    await expectRefused(ann.call(expenseCalls.patch, { params, body }), 409, 'expense_settled');
    await expectRefused(ann.call(expenseCalls.remove, { params }), 409, 'expense_settled');
    await expectRefused(ann.call(expenseCalls.restore, { params }), 409, 'expense_not_deleted');
    expect(await readEverything(scene)).toBe(before);
  });

  test('an invalid replacement, a taken id and an old version', async () => {
    const { ann } = scene;
    const original = await logSettled({ useWalletTransactions: true });
    const before = [await readEverything(scene), await readWallets(scene)];
    expect((await correct(ann, original, { amount: cents(-5) })).status).toBe(422);
    expect((await correct(ann, original, { title: ' ' })).status).toBe(422);
    const taken = createBody(scene, { id: original.id });
    const params = toParams(original);
    await expectRefused(
      ann.call(expenseCalls.correct, { params, body: { replacement: taken } }),
      409,
      'id_taken',
    );
    const stale = { params, body: { replacement: null }, headers: { 'if-match': '"1"' } };
    await expectRefused(ann.call(expenseCalls.correct, stale), 412, 'changed_meanwhile');
    expect([await readEverything(scene), await readWallets(scene)]).toEqual(before);
  });
});

test('with the policy treasurer, a member corrects in wallets only what they settled themselves', async () => {
  const { ann, ben, chapter } = scene;
  await hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', chapter.id)
    .execute();
  const mine = {
    participants: [ben.memberId],
    paidBy: ben.memberId,
    payerReimbursementType: 'None',
  } satisfies Partial<ExpenseFields>;
  const settleBy = async (settler: TestPerson, more: Partial<ExpenseFields>) => {
    const body = createBody(scene, { ...mine, ...more });
    const params = toParams((await ben.call(expenseCalls.create, { body })).value());
    return (await settler.call(expenseCalls.settle, { params })).value();
  };
  const writer = { memberId: ben.memberId, role: 'member', policy: 'treasurer' } as const;
  const inWallets = { useWalletTransactions: true };
  const evenSplit = { isEvenSplit: true, paidBy: null };
  const dues = await settleBy(ann, inWallets);
  const before = [await readEverything(scene), await readWallets(scene)];
  for (const replacement of [null, mine]) {
    const refused = await correct(ben, dues, replacement);
    expect([refused.status, refused.refusal().code]).toEqual([403, 'treasurer_needed']);
    expect(refused.refusal().message).toBe(checkCorrector(writer, dues)?.refusal.message);
  }
  expect([await readEverything(scene), await readWallets(scene)]).toEqual(before);
  expect((await correct(ann, dues, null)).status).toBe(201);
  for (const own of [await settleBy(ben, inWallets), await settleBy(ann, evenSplit)]) {
    expect(checkCorrector(writer, own)).toBeUndefined();
    expect((await correct(ben, own, null)).status).toBe(201);
  }
  expect((await readWallets(scene))['Ben – USD']?.balance).toBe(0);
  const body = createBody(scene, { ...mine, useWalletTransactions: true });
  const open = (await ben.call(expenseCalls.create, { body })).value();
  const early = await correct(ben, open, null);
  expect([early.status, early.refusal().code]).toEqual([409, 'expense_not_settled']);
});

test('of two people who correct it at once, exactly one does', async () => {
  const { ann, ben, cid, dora } = scene;
  const original = await logSettled({ amount: cents(90_00), useWalletTransactions: true });
  const replies = await Promise.all(
    [ann, ben, cid, dora].flatMap((person) => [
      correct(person, original, { amount: cents(30_00), useWalletTransactions: true }),
      correct(person, original, null),
    ]),
  );
  const done = replies.filter(({ status }) => status === 201);
  expect(done).toHaveLength(1);
  for (const reply of replies.filter((each) => !done.includes(each))) {
    expect([reply.status, reply.refusal().code]).toEqual([409, 'expense_corrected']);
  }
});

test('a retry with the same key is done once and gets the same reply', async () => {
  const { ann } = scene;
  const original = await logSettled({ useWalletTransactions: true });
  const sent = {
    params: toParams(original),
    body: { replacement: createBody(scene, { amount: cents(30_00) }) },
    headers: { 'idempotency-key': 'correct-once' },
  };
  const first = await ann.call(expenseCalls.correct, sent);
  const everything = await readEverything(scene);
  const second = await ann.call(expenseCalls.correct, sent);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.text).toBe(first.text);
  expect(await readEverything(scene)).toBe(everything);
});
