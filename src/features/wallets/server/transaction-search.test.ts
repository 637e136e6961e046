/** Finding transactions in all wallets at once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { walletCalls } from '../contract.ts';
import { addTransactionTo, addWallet, credit, debit } from './testing/wallet-requests.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let tom: TestPerson;
let mayas: Id<'wallet'>;
let toms: Id<'wallet'>;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
  mayas = await addWallet(maya, 'Travel');
  toms = await addWallet(tom, 'Food', 'EUR');
});

const find = async (searchTerm: string, more = {}) =>
  (await maya.call(walletCalls.findTransactions, { query: { searchTerm, ...more } })).value().items;
const findAmounts = async (searchTerm: string, more = {}) =>
  (await find(searchTerm, more)).map(({ amount }) => amount);

async function addSome() {
  for (const [walletId, owner, entry] of [
    [mayas, maya, credit(maya, 12_50, { description: 'Harbor cruise' })],
    [toms, tom, debit(tom, 1_234_00, { description: 'Catering', referenceId: 'HARBOR-7' })],
    [mayas, maya, debit(maya, 12_50, { description: 'Ax 100%' })],
  ] as const) {
    (await addTransactionTo(walletId, entry, owner)).value();
  }
}

test('descriptions and references of all wallets are found, newest first, with their wallet', async () => {
  await addSome();
  expect(await find('harbor')).toMatchObject([
    {
      walletId: toms,
      walletName: 'Food',
      currencyCode: 'EUR',
      amount: -1_234_00,
      referenceId: 'HARBOR-7',
    },
    { walletId: mayas, walletName: 'Travel', currencyCode: 'USD', referenceId: null },
  ]);
  expect(await findAmounts('harbor', { take: 1 })).toEqual([-1_234_00]);
});

test('accents and typographic signs are folded', async () => {
  const entry = credit(maya, 3_00, { description: 'Café', referenceId: 'O’Brien' });
  (await addTransactionTo(mayas, entry, maya)).value();
  for (const typed of ['cafe', "o'brien", 'fé'])
    expect(await findAmounts(typed), typed).toEqual([3_00]);
});

test.each([
  ['Ｈａｒｂｏｒ\u3000fees', 'harbor fees'],
  ['Ofﬁce\u00a0party', 'office party'],
  ['“Gala” «night»', '"gala" "night"'],
  ['2½ hours, room №\u202f4', '21/2 hours, room no 4'],
  ['Work\u00adshop\u200b series', 'workshop series'],
])('%s is found by what a keyboard writes, and by itself', async (description, typed) => {
  (await addTransactionTo(mayas, credit(maya, 3_00, { description }), maya)).value();
  for (const text of [typed, description]) expect(await findAmounts(text), text).toEqual([3_00]);
});

test.each<[string, number[]]>([
  ['12.50', [-12_50, 12_50]],
  ['$12.5', [-12_50, 12_50]],
  ['-12.50', [-12_50, 12_50]],
  ['+$12.50', [-12_50, 12_50]],
  ['−12.50', [-12_50, 12_50]],
  ['$1,234.00', [-1_234_00]],
  ['€1,234.00', [-1_234_00]],
  ['-€1,234.00', [-1_234_00]],
  ['+1234', [-1_234_00]],
  ['1234', [-1_234_00]],
  ['ax', [-12_50]],
  ['cruise  harbor', [12_50]],
  ['harbor 7', [-1_234_00]],
  ['catering harbor', [-1_234_00]],
  ['harbor taxi', []],
  ['100% ax', [-12_50]],
  ['\u200bHarbor\u00a0cruise', [12_50]],
  ['100%', [-12_50]],
  ['_', []],
  ['nothing like it', []],
])('%s finds %j', async (typed, amounts) => {
  await addSome();
  expect(await findAmounts(typed)).toEqual(amounts);
});

test('a text of many words is looked for as it stands', async () => {
  const description = 'Rent of the hall by the harbor for the dinner in March and its cleaning';
  (await addTransactionTo(mayas, credit(maya, 900_00, { description }), maya)).value();
  expect(await findAmounts('hall rent')).toEqual([900_00]);
  expect(await findAmounts(description)).toEqual([900_00]);
  expect(await findAmounts(description.split(' ').toReversed().join(' '))).toEqual([]);
});

test('what matches most often is still found newest first', async () => {
  for (let count = 1; count <= 12; count += 1) {
    await addTransactionTo(mayas, credit(maya, count, { description: 'Dues' }), maya);
  }
  expect(await findAmounts('dues', { take: 3 })).toEqual([12, 11, 10]);
  expect(await findAmounts('dues')).toHaveLength(10);
});

test('deleted transactions and those of other chapters are not found', async () => {
  const added = (
    await addTransactionTo(mayas, credit(maya, 100, { description: 'Harbor' }), maya)
  ).value();
  const eve = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  const query = { searchTerm: 'Harbor' };
  expect((await eve.call(walletCalls.findTransactions, { query })).value().items).toEqual([]);
  const params = { walletId: mayas, transactionId: added.id };
  await maya.call(walletCalls.deleteTransaction, { params });
  expect(await find('Harbor')).toEqual([]);
});

test.each(['', '   ', 'x'.repeat(201)])('refuses to search for %j', async (searchTerm) => {
  const reply = await maya.call(walletCalls.findTransactions, { query: { searchTerm } });
  expect(reply.status).toBe(422);
});
