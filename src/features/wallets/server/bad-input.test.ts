import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { walletCalls } from '../contract.ts';
import {
  addTransactionTo,
  addWallet,
  credit,
  readTransactions,
} from './testing/wallet-requests.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let stranger: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  stranger = await (await hub.chapter('Elsewhere')).person('Eve Else');
});

/** Every row that a write of a wallet could create. */
async function written(): Promise<string> {
  const tables = [
    'wallet',
    'ledger_account',
    'ledger_journal',
    'ledger_entry',
    'wallet_transaction',
    'wallet_transaction_history',
    'audit',
    'idempotency_key',
  ] as const;
  const rows = await Promise.all(
    tables.map((table) => hub.db.selectFrom(table).selectAll().execute()),
  );
  return JSON.stringify(rows.map((each) => each.map((row) => JSON.stringify(row)).sort()));
}

test('invalid fields are refused by name when adding or updating a transaction', async () => {
  const walletId = await addWallet(maya);
  const { id: transactionId } = (
    await addTransactionTo(walletId, credit(maya, 1000), maya)
  ).value();
  const good = {
    userId: maya.memberId,
    transactionType: 'credit',
    amount: 1,
    description: 'Dues',
    referenceId: '',
    metadataJson: '',
  };
  const wrong: [field: string, json: string][] = [
    ...['0', '-1', '0.001', '1.005', '"1"', '"1.00"', 'null', 'true', '[5]', '{}'].map(
      (json): [string, string] => ['amount', json],
    ),
    ...['10000000000', '9999999999.995'].map((json): [string, string] => ['amount', json]),
    ...['"transfer"', '""', '"Credit"', '1', 'null'].map((json): [string, string] => [
      'transactionType',
      json,
    ]),
    ...['""', '"  "', '"\\t\\n"', JSON.stringify('x'.repeat(256)), '7', 'null', '["Dues"]'].map(
      (json): [string, string] => ['description', json],
    ),
    ['referenceId', JSON.stringify('x'.repeat(256))],
    ['referenceId', '7'],
    ['metadataJson', JSON.stringify('x'.repeat(8193))],
    ['metadataJson', '{}'],
    ['userId', JSON.stringify(newId())],
    ['userId', JSON.stringify(stranger.memberId)],
    ['userId', '"me"'],
    ['userId', 'null'],
  ];
  const before = await written();
  for (const [field, json] of wrong) {
    const raw = JSON.stringify({ ...good, [field]: 0 }).replace(
      `"${field}":0`,
      () => `"${field}":${json}`,
    );
    const params = { walletId, transactionId };
    for (const reply of [
      await maya.call(walletCalls.addTransaction, {
        params,
        raw,
        headers: { 'idempotency-key': newId() },
      }),
      await maya.call(walletCalls.updateTransaction, { params, raw }),
    ]) {
      expect([reply.status, reply.refusal().field], `${field}: ${json.slice(0, 80)}`).toEqual([
        422,
        field,
      ]);
    }
  }
  const amounts = ['1e300', '-1e300', '1e309', '-0', '1e-3', 'NaN', '01', '0x10'];
  const wholes = amounts.map((json) =>
    JSON.stringify(good).replace('"amount":1', `"amount":${json}`),
  );
  for (const raw of [...wholes, '', '{', '[]', 'null', '"Dues"']) {
    const params = { walletId, transactionId };
    const added = await maya.call(walletCalls.addTransaction, { params, raw });
    const replaced = await maya.call(walletCalls.updateTransaction, { params, raw });
    for (const { status } of [added, replaced]) expect([400, 415, 422], raw).toContain(status);
  }
  expect(await written()).toBe(before);
});

test('wallets and transactions of other chapters are not found', async () => {
  const [walletId, otherId] = [await addWallet(maya), await addWallet(maya)];
  const theirs = await addWallet(stranger);
  const { id: transactionId } = (await addTransactionTo(otherId, credit(maya, 1000), maya)).value();
  const foreign = (await addTransactionTo(theirs, credit(stranger, 1000), stranger)).value().id;
  const before = await written();
  const addresses: [Id<'wallet'>, Id<'transaction'>][] = [
    [walletId, transactionId],
    [walletId, foreign],
    [walletId, newId()],
    [theirs, foreign],
    [theirs, transactionId],
    [newId(), transactionId],
    [testId('x'), transactionId],
    [otherId, testId('x')],
  ];
  for (const [wallet, transaction] of addresses) {
    const params = { walletId: wallet, transactionId: transaction };
    const replies = [
      await maya.call(walletCalls.transaction, { params }),
      await maya.call(walletCalls.transactionHistory, { params }),
      await maya.call(walletCalls.updateTransaction, { params, body: credit(maya, 1) }),
      await maya.call(walletCalls.deleteTransaction, { params }),
    ];
    expect(
      replies.map(({ status }) => status),
      `${wallet}/${transaction}`,
    ).toEqual([404, 404, 404, 404]);
  }
  for (const wallet of [theirs, newId<'wallet'>(), testId<'wallet'>('x')]) {
    const params = { walletId: wallet };
    const replies = [
      await maya.call(walletCalls.detail, { params }),
      await maya.call(walletCalls.transactions, { params }),
      await maya.call(walletCalls.balance, { params, query: { asOf: '2026-01-01' } }),
      await maya.call(walletCalls.addTransaction, { params, body: credit(maya, 1) }),
    ];
    expect(
      replies.map(({ status }) => status),
      wallet,
    ).toEqual([404, 404, 404, 404]);
  }
  expect(await written()).toBe(before);
});

test('a search matches every character literally, but for case, accents and typographic signs', async () => {
  const walletId = await addWallet(maya);
  const texts = [
    '100% sure',
    'under_score',
    'back\\slash',
    "O'Neil; --",
    '$1 {a} [b] (c)',
    'ÉCLAIRS 日本語 🎉',
    'Łukasz O’Weiß',
    '%%',
  ];
  for (const description of texts)
    await addTransactionTo(walletId, credit(maya, 100, { description }), maya);
  const referenceId = 'INV_20%\\x';
  await addTransactionTo(walletId, credit(maya, 100, { description: 'plain', referenceId }), maya);
  const found = async (searchTerm: string) => {
    const { items, totalCount } = await readTransactions(walletId, maya, { searchTerm });
    expect(totalCount, searchTerm).toBe(items.length);
    return items.map(({ description }) => description).sort();
  };
  const expected: [term: string, found: string[]][] = [
    ['%', ['%%', '100% sure', 'plain']],
    ['%%', ['%%']],
    ['_', ['plain', 'under_score']],
    ['\\', ['back\\slash', 'plain']],
    ['0%\\x', ['plain']],
    ['inv_', ['plain']],
    ['inv-', []],
    ["o'neil; --", ["O'Neil; --"]],
    ['$1 {A} [B] (C)', ['$1 {a} [b] (c)']],
    ['éclairs', ['ÉCLAIRS 日本語 🎉']],
    ['eclairs', ['ÉCLAIRS 日本語 🎉']],
    ["lukasz o'weiss", ['Łukasz O’Weiß']],
    ['ß', ['Łukasz O’Weiß']],
    ['本', ['ÉCLAIRS 日本語 🎉']],
    ['🎉', ['ÉCLAIRS 日本語 🎉']],
    ['UNDER_SCORE', ['under_score']],
    ['  sure ', ['100% sure']],
    ['undersscore', []],
    ['x'.repeat(200), []],
  ];
  for (const [term, descriptions] of expected)
    expect(await found(term), term).toEqual(descriptions);
});

test('a search finds an amount as the list shows it, of either sign', async () => {
  const walletId = await addWallet(maya);
  await addTransactionTo(walletId, credit(maya, 7_713_29, { description: 'Sponsor' }), maya);
  await addTransactionTo(walletId, credit(maya, 2_026_00, { description: 'Other' }), maya);
  const found = async (searchTerm: string) =>
    (await readTransactions(walletId, maya, { searchTerm })).items.map((each) => each.description);
  for (const term of ['$7,713.29', '+$7,713.29', '-7713.29', '$7713.29']) {
    expect(await found(term), term).toEqual(['Sponsor']);
  }
  expect(await found('$7,713.2')).toEqual([]);
  expect(await found('2026')).toEqual([]);
});

test('a list refuses invalid pages, orders and searches', async () => {
  const walletId = await addWallet(maya);
  for (const query of [
    'take=0',
    'take=201',
    'take=1e1',
    'take=',
    'skip=-1',
    'skip=1.5',
    'skip=9999999999',
    'skip=1&skip=2',
    'page=2',
    'searchTerm=a&searchTerm=b',
    `searchTerm=${'x'.repeat(201)}`,
    'searchTerm=%00',
    'sort=user',
    'sort=date&sort=date',
    'direction=ASC',
  ]) {
    for (const path of ['/wallets', `/wallets/${walletId}/transactions`]) {
      const reply = await hub.request({
        url: `/api${path}?${query}`,
        headers: { authorization: `Bearer ${maya.token}` },
      });
      expect([reply.statusCode, JSON.parse(reply.body).code], `${path}?${query}`).toEqual([
        422,
        'invalid',
      ]);
    }
  }
});
