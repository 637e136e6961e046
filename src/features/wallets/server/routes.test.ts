import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { type Cents, type Currency, cents } from '#kit/money.ts';
import { newId } from '#server/ids.ts';
import {
  startTestHub,
  type TestChapter,
  type TestHub,
  type TestPerson,
} from '#server/testing/hub.ts';
import { type TransactionInput, walletCalls } from '../contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
});

async function addWallet(
  owner: TestPerson,
  name = 'Travel',
  currencyCode: Currency = 'USD',
): Promise<Id> {
  const body = { name, ownerId: owner.memberId, currencyCode };
  return (await owner.call(walletCalls.create, { body })).value().id;
}

function credit(amount: number, more: Partial<TransactionInput> = {}): TransactionInput {
  return {
    userId: maya.memberId,
    transactionType: 'credit',
    amount: cents(amount),
    description: 'Dues',
    ...more,
  };
}

function debit(amount: number, more: Partial<TransactionInput> = {}): TransactionInput {
  return credit(amount, { transactionType: 'debit', ...more });
}

function add(walletId: Id, body: TransactionInput, by = maya) {
  return by.call(walletCalls.addTransaction, { params: { walletId }, body });
}

async function balance(walletId: Id): Promise<Cents> {
  return (await maya.call(walletCalls.detail, { params: { walletId } })).value().currentBalance;
}

async function transactions(walletId: Id, query: Record<string, string | number> = {}) {
  const reply = await maya.call(walletCalls.transactions, { params: { walletId }, query });
  return reply.value().transactions;
}

describe('wallets', () => {
  test('begin empty, tell their owner, and come newest first', async () => {
    const first = await addWallet(maya, '  Travel  ', 'EUR');
    const second = await addWallet(tom, 'Dues');
    const reply = await maya.call(walletCalls.list);
    const { items, totalCount, totalPages, currentPage } = reply.value().wallets;
    expect(items.map((wallet) => wallet.id)).toEqual([second, first]);
    expect([totalCount, totalPages, currentPage]).toEqual([2, 1, 1]);
    expect(JSON.parse(reply.text).wallets.items[1]).toMatchObject({
      id: first,
      name: 'Travel',
      ownerId: maya.memberId,
      user: { id: maya.memberId, firstName: 'Maya', lastName: 'Chen' },
      currencyCode: 'EUR',
      currentBalance: 0,
    });
    expect(items[1]?.updatedAt).toBe(items[1]?.createdAt);
  });

  test('are found by a part of their name, letter by letter, and by their owner', async () => {
    await addWallet(maya, '100% travel');
    await addWallet(maya, '100 travel');
    await addWallet(tom, 'under_score');
    await addWallet(tom, 'back\\slash');
    const names = async (query: Record<string, string>) =>
      (await maya.call(walletCalls.list, { query }))
        .value()
        .wallets.items.map((wallet) => wallet.name)
        .sort();
    expect(await names({ searchTerm: 'TRAVEL' })).toEqual(['100 travel', '100% travel']);
    expect(await names({ searchTerm: '%' })).toEqual(['100% travel']);
    expect(await names({ searchTerm: '_' })).toEqual(['under_score']);
    expect(await names({ searchTerm: '\\' })).toEqual(['back\\slash']);
    expect(await names({ searchTerm: 'r', ownerId: tom.memberId })).toEqual(['under_score']);
    expect(await names({ searchTerm: ' ' })).toHaveLength(4);
    expect(await names({ ownerId: newId() })).toEqual([]);
  });

  test('come in pages', async () => {
    for (const name of ['A', 'B', 'C']) await addWallet(maya, name);
    const query = { skip: 2, take: 2 };
    const { items, ...numbers } = (await maya.call(walletCalls.list, { query })).value().wallets;
    expect(items.map((wallet) => wallet.name)).toEqual(['A']);
    expect(numbers).toEqual({ totalCount: 3, totalPages: 2, currentPage: 2, pageSize: 2 });
    for (const query of [{ take: 0 }, { take: 201 }, { skip: -1 }, { offset: 1 }]) {
      expect((await maya.call(walletCalls.list, { query: query as never })).status).toBe(422);
    }
  });

  test('are refused without a name, with an unknown owner or currency, and nothing is written', async () => {
    const other = await (await hub.chapter('Elsewhere')).person('Eve Else');
    const good = { name: 'Travel', ownerId: maya.memberId, currencyCode: 'USD' };
    for (const wrong of [
      { name: '   ' },
      { name: 'x'.repeat(101) },
      { name: 7 },
      { ownerId: newId() },
      { ownerId: other.memberId },
      { ownerId: 'me' },
      { currencyCode: 'CHF' },
      { currencyCode: '' },
      { balance: 5 },
    ]) {
      const raw = JSON.stringify({ ...good, ...wrong });
      const reply = await maya.call(walletCalls.create, { raw });
      expect([reply.status, reply.refusal().field ?? 'balance']).toEqual([
        422,
        Object.keys(wrong)[0],
      ]);
    }
    expect((await maya.call(walletCalls.list)).value().wallets.totalCount).toBe(0);
  });

  test('of another chapter are not there', async () => {
    const other = await (await hub.chapter('Elsewhere')).person('Eve Else');
    const walletId = await addWallet(other);
    const params = { walletId };
    expect((await maya.call(walletCalls.detail, { params })).status).toBe(404);
    expect((await maya.call(walletCalls.transactions, { params })).status).toBe(404);
    expect((await add(walletId, credit(100))).status).toBe(404);
    expect((await maya.call(walletCalls.list)).value().wallets.totalCount).toBe(0);
    expect((await maya.call(walletCalls.detail, { params: { walletId: 'x' } })).status).toBe(404);
  });
});

describe('transactions', () => {
  test('move the balance by their sign, and newest come first', async () => {
    const walletId = await addWallet(maya);
    const paid = (
      await add(walletId, credit(1234, { referenceId: 'CHK-7', metadataJson: '{not json' }))
    ).value();
    await add(walletId, debit(2000, { userId: tom.memberId, referenceId: '' }));
    expect(await balance(walletId)).toBe(-766);
    const reply = await maya.call(walletCalls.transactions, { params: { walletId } });
    expect(JSON.parse(reply.text).transactions).toMatchObject({
      items: [
        { userId: tom.memberId, amount: -20, description: 'Dues', version: 1, origin: 'manual' },
        { id: paid.id, amount: 12.34, referenceId: 'CHK-7', metadataJson: '{not json' },
      ],
      currentPage: 1,
      totalCount: 2,
      pageSize: 50,
      totalPages: 1,
    });
    expect(JSON.parse(reply.text).transactions.items[0]).not.toHaveProperty('referenceId');
    const wallet = (await maya.call(walletCalls.detail, { params: { walletId } })).value();
    expect(wallet.updatedAt > wallet.createdAt).toBe(true);
  });

  test('come in pages that say how many there are, deleted ones left out', async () => {
    const walletId = await addWallet(maya);
    const added: Id[] = [];
    for (let n = 1; n <= 5; n += 1) {
      added.unshift((await add(walletId, credit(n, { description: `No ${n}` }))).value().id);
    }
    await maya.call(walletCalls.deleteTransaction, {
      params: { walletId, transactionId: added[0] ?? '' },
    });
    const { items, ...numbers } = await transactions(walletId, { skip: 2, take: 2 });
    expect(items.map((item) => item.description)).toEqual(['No 2', 'No 1']);
    expect(numbers).toEqual({ totalCount: 4, totalPages: 2, currentPage: 2, pageSize: 2 });
  });

  test('are found by description and reference, letter by letter', async () => {
    const walletId = await addWallet(maya);
    await add(walletId, credit(1, { description: '5% off' }));
    await add(walletId, credit(2, { description: '50 off', referenceId: 'A_1' }));
    await add(walletId, credit(3, { description: 'other', referenceId: 'AB1' }));
    const found = async (searchTerm: string) =>
      (await transactions(walletId, { searchTerm })).items.map((item) => item.amount);
    expect(await found('5%')).toEqual([1]);
    expect(await found('a_1')).toEqual([2]);
    expect(await found('OFF')).toEqual([2, 1]);
    expect((await transactions(walletId, { searchTerm: 'off', take: 1 })).totalPages).toBe(2);
  });

  test('with a wrong amount, text or person are refused with the field, and nothing is written', async () => {
    const walletId = await addWallet(maya);
    const other = await (await hub.chapter('Elsewhere')).person('Eve Else');
    const good = {
      userId: maya.memberId,
      transactionType: 'credit',
      amount: 1,
      description: 'Dues',
      referenceId: '',
      metadataJson: '',
    };
    const wrong: [string, unknown][] = [
      ...[0, -1, 0.001, 1.005, '1', null, true, [5], 10_000_000_000].map(
        (amount): [string, unknown] => ['amount', amount],
      ),
      ['transactionType', 'transfer'],
      ['description', ''],
      ['description', '   '],
      ['description', 'x'.repeat(256)],
      ['referenceId', 'x'.repeat(256)],
      ['metadataJson', 'é'.repeat(4097)],
      ['userId', newId()],
      ['userId', other.memberId],
      ['userId', ''],
    ];
    for (const [field, value] of wrong) {
      const raw = JSON.stringify({ ...good, [field]: value });
      const reply = await maya.call(walletCalls.addTransaction, { params: { walletId }, raw });
      expect([reply.status, reply.refusal().field], raw.slice(0, 200)).toEqual([422, field]);
    }
    for (const amount of ['1e300', '1e309', '-0', '1e-3', 'NaN']) {
      const raw = JSON.stringify(good).replace('"amount":1', `"amount":${amount}`);
      const reply = await maya.call(walletCalls.addTransaction, { params: { walletId }, raw });
      expect([400, 422], amount).toContain(reply.status);
    }
    expect(await transactions(walletId)).toMatchObject({ items: [], totalCount: 0 });
    expect(await balance(walletId)).toBe(0);
  });

  test('of 255 characters, 8 KB of metadata and the largest amount are taken', async () => {
    const walletId = await addWallet(maya);
    const largest = credit(999_999_999_999, {
      description: 'x'.repeat(255),
      referenceId: 'y'.repeat(255),
      metadataJson: 'é'.repeat(4096),
    });
    const added = (await add(walletId, largest)).value();
    expect((await transactions(walletId)).items).toEqual([added]);
  });

  test('keep their date and who wrote what when edited; the balance follows the amount', async () => {
    const walletId = await addWallet(maya);
    const added = (await add(walletId, credit(1000))).value();
    const params = { walletId, transactionId: added.id };
    const body = debit(400, { description: 'Refund', referenceId: 'R-1', userId: tom.memberId });
    const edited = (await maya.call(walletCalls.updateTransaction, { params, body })).value();
    expect(edited).toMatchObject({
      amount: -400,
      description: 'Refund',
      referenceId: 'R-1',
      userId: tom.memberId,
      date: added.date,
      createdAt: added.createdAt,
      version: 2,
    });
    expect(await balance(walletId)).toBe(-400);
    expect((await transactions(walletId)).items).toEqual([edited]);
    const history = await hub.db
      .selectFrom('wallet_transaction_history')
      .select(['version', 'amount_cents', 'description', 'updated_by'])
      .where('transaction_id', '=', added.id)
      .execute();
    expect(history).toEqual([
      { version: 1, amount_cents: 1000, description: 'Dues', updated_by: maya.memberId },
    ]);
  });

  test('whose amount stays make a new version and no posting; without a change not even that', async () => {
    const walletId = await addWallet(maya);
    const added = (await add(walletId, credit(1000))).value();
    const params = { walletId, transactionId: added.id };
    const journals = async () =>
      (await hub.db.selectFrom('ledger_journal').select('id').execute()).length;
    const before = await journals();
    const same = await maya.call(walletCalls.updateTransaction, { params, body: credit(1000) });
    expect(same.value()).toEqual(added);
    const body = credit(1000, { description: 'Annual dues' });
    const edited = (await maya.call(walletCalls.updateTransaction, { params, body })).value();
    expect([edited.version, await journals()]).toEqual([2, before]);
  });

  test('deleted are gone and their money with them, but the ledger keeps both', async () => {
    const walletId = await addWallet(maya);
    const added = (await add(walletId, credit(1000))).value();
    await add(walletId, credit(5));
    const params = { walletId, transactionId: added.id };
    expect((await maya.call(walletCalls.deleteTransaction, { params })).status).toBe(204);
    expect(await balance(walletId)).toBe(5);
    expect((await transactions(walletId)).totalCount).toBe(1);
    expect((await maya.call(walletCalls.deleteTransaction, { params })).status).toBe(404);
    const again = await maya.call(walletCalls.updateTransaction, { params, body: credit(1) });
    expect(again.status).toBe(404);
    const entries = await hub.db
      .selectFrom('ledger_entry')
      .select('amount_cents')
      .where('wallet_id', '=', walletId)
      .orderBy('seq')
      .execute();
    expect(entries.map((entry) => entry.amount_cents)).toEqual([1000, 5, -1000]);
  });

  test('are changed only by who saw their latest version, when they say what they saw', async () => {
    const walletId = await addWallet(maya);
    const added = await add(walletId, credit(1000));
    expect(added.headers.etag).toBe('"1"');
    const params = { walletId, transactionId: added.value().id };
    const edit = (amount: number, ifMatch: string) =>
      maya.call(walletCalls.updateTransaction, {
        params,
        body: credit(amount),
        headers: { 'if-match': ifMatch },
      });
    const edited = await edit(2000, '"1"');
    expect([edited.status, edited.headers.etag]).toEqual([200, '"2"']);
    const stale = await edit(3000, '"1"');
    expect([stale.status, stale.refusal().code]).toEqual([412, 'changed_meanwhile']);
    const headers = { 'if-match': '"1"' };
    const removed = await maya.call(walletCalls.deleteTransaction, { params, headers });
    expect(removed.status).toBe(412);
    expect(await balance(walletId)).toBe(2000);
  });

  test('of one wallet are not there under another', async () => {
    const [mine, other] = [await addWallet(maya), await addWallet(maya)];
    const { id } = (await add(mine, credit(1000))).value();
    const params = { walletId: other, transactionId: id };
    const edited = await maya.call(walletCalls.updateTransaction, { params, body: credit(1) });
    expect(edited.status).toBe(404);
    expect((await maya.call(walletCalls.deleteTransaction, { params })).status).toBe(404);
    expect(await balance(mine)).toBe(1000);
  });

  test('that name somebody who left stay editable, but nobody new may be named who left', async () => {
    const walletId = await addWallet(maya);
    const { id } = (await add(walletId, credit(1000, { userId: tom.memberId }))).value();
    await hub.db
      .updateTable('member')
      .set({ status: 'removed' })
      .where('id', '=', tom.memberId)
      .execute();
    const params = { walletId, transactionId: id };
    const body = credit(700, { userId: tom.memberId });
    expect((await maya.call(walletCalls.updateTransaction, { params, body })).status).toBe(200);
    expect((await add(walletId, body)).refusal().code).toBe('unknown_member');
  });
});

test('with the policy treasurer, others’ wallets need a treasurer or an admin', async () => {
  const ours = await addWallet(maya);
  const theirs = await addWallet(tom);
  const treasurer = await chapter.person('Tia Sum', 'treasurer');
  const { id } = (await add(theirs, credit(1000))).value();
  await hub.db
    .updateTable('chapter')
    .set({ policy: 'treasurer' })
    .where('id', '=', chapter.id)
    .execute();
  const params = { walletId: theirs, transactionId: id };
  const body = { name: 'For Tom', ownerId: tom.memberId, currencyCode: 'USD' } as const;
  const refused = [
    await maya.call(walletCalls.create, { body }),
    await add(theirs, credit(1)),
    await maya.call(walletCalls.updateTransaction, { params, body: credit(1) }),
    await maya.call(walletCalls.deleteTransaction, { params }),
  ];
  expect(refused.map((reply) => [reply.status, reply.refusal().code])).toEqual(
    refused.map(() => [403, 'treasurer_needed']),
  );
  expect((await add(ours, credit(1))).status).toBe(201);
  expect((await add(theirs, credit(1), treasurer)).status).toBe(201);
  expect((await maya.call(walletCalls.transactions, { params: { walletId: theirs } })).status).toBe(
    200,
  );
});

test('every write leaves a record of who did what, and every figure adds up', async () => {
  const walletId = await addWallet(maya);
  const { id } = (await add(walletId, credit(1000))).value();
  const params = { walletId, transactionId: id };
  await tom.call(walletCalls.updateTransaction, { params, body: credit(900) });
  await tom.call(walletCalls.deleteTransaction, { params });
  const records = await hub.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'entity_id'])
    .where('chapter_id', '=', chapter.id)
    .where('entity_id', 'in', [walletId, id])
    .orderBy('id')
    .execute();
  expect(records).toEqual([
    { action: 'wallet.create', actor_id: maya.memberId, entity_id: walletId },
    { action: 'transaction.create', actor_id: maya.memberId, entity_id: id },
    { action: 'transaction.update', actor_id: tom.memberId, entity_id: id },
    { action: 'transaction.delete', actor_id: tom.memberId, entity_id: id },
  ]);
  expect(await hub.differences()).toEqual([]);
});
