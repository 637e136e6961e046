/**
 * What a plain member learns of others' wallets and balances where the chapter hides them: nothing,
 * neither through counts, filters, sorting and search nor through replies cached for someone else.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';

let hub: TestHub;
let admin: TestPerson;
let treasurer: TestPerson;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
  const chapter = await hub.chapter('San Diego');
  admin = await chapter.person('Ana Admin', 'admin');
  treasurer = await chapter.person('Tara Treasurer', 'treasurer');
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
});
afterAll(() => hub?.close());

async function showWallets(membersSeeWallets: boolean): Promise<void> {
  const { version: _, ...settings } = (await admin.call(chapterCalls.detail)).value();
  const body = { ...settings, membersSeeWallets };
  (await admin.call(chapterCalls.change, { body })).value();
}

/** Everything about money that a person reads, as one text. */
async function readMoney(person: TestPerson): Promise<Record<string, unknown>> {
  const list = async (query: object = {}) =>
    (await person.call(walletCalls.list, { query })).value().wallets;
  return {
    wallets: await list(),
    byBalance: await list({ sort: 'balance', take: 1 }),
    searched: await list({ searchTerm: 'Becker' }),
    ofTom: await list({ ownerId: tom.memberId }),
    found: (
      await person.call(walletCalls.findTransactions, { query: { searchTerm: 'Becker' } })
    ).value(),
    foundByAmount: (
      await person.call(walletCalls.findTransactions, { query: { searchTerm: '777.77' } })
    ).value(),
    balances: (await person.call(expenseCalls.balances)).value(),
    standings: (await person.call(expenseCalls.standings)).value(),
    settleUp: (await person.call(expenseCalls.settleUp)).value(),
  };
}

test("a member sees others' wallets and balances unless the chapter hides them", async () => {
  const addWallet = async (owner: TestPerson, name: string, amount: number) => {
    const body = { name, ownerId: owner.memberId, currencyCode: 'USD' as const };
    const { id } = (await admin.call(walletCalls.create, { body })).value();
    const input = {
      userId: owner.memberId,
      transactionType: 'credit' as const,
      amount: cents(amount),
      description: `Deposit of ${name}`,
      referenceId: '',
      metadataJson: '',
    };
    const params = { walletId: id };
    const added = await admin.call(walletCalls.addTransaction, { params, body: input });
    return { walletId: id, transactionId: added.value().id, input };
  };
  const hers = await addWallet(maya, 'Chen savings', 100_11);
  const his = await addWallet(tom, 'Becker savings', 777_77);
  const expense = {
    title: 'Dinner',
    description: '',
    amount: cents(40_02),
    expenseDate: '2026-11-01T19:00:00.000Z' as const,
    eventId: null,
    participants: [maya.memberId, tom.memberId],
    category: '',
    paidBy: treasurer.memberId,
    useWalletTransactions: true,
  };
  const raw = JSON.stringify({ ...expense, amount: 40.02 });
  const open = (await admin.call(expenseCalls.create, { raw })).value();

  const shown = await readMoney(maya);
  expect(JSON.stringify(shown)).toContain(':77777');
  expect(shown['wallets']).toMatchObject({ totalCount: 2 });

  await showWallets(false);
  // Those who see everything ask first, so that their replies are in the cache.
  const all = await readMoney(treasurer);
  expect(all).toMatchObject({ wallets: { totalCount: 2 }, ofTom: { totalCount: 1 } });
  for (const person of [maya, tom, maya]) {
    const seen = await readMoney(person);
    const [other, amount] = person === maya ? ['Becker', ':77777'] : ['Chen', ':10011'];
    expect(JSON.stringify(seen)).not.toContain(other);
    expect(JSON.stringify(seen)).not.toContain(amount);
    expect(seen).toMatchObject({
      wallets: { totalCount: 1, items: [{ ownerId: person.memberId }] },
      byBalance: { totalCount: 1, items: [{ ownerId: person.memberId }] },
      searched: { totalCount: person === tom ? 1 : 0 },
      ofTom: { totalCount: person === tom ? 1 : 0 },
      balances: { items: [{ participantId: person.memberId, balance: -2_001 }], company: 2_001 },
      standings: { items: [{ memberId: person.memberId, open: -2_001 }] },
    });
  }
  expect(await readMoney(treasurer)).toEqual(all);

  const asked = [
    await maya.call(walletCalls.detail, { params: his }),
    await maya.call(walletCalls.balance, { params: his, query: { asOf: '2026-11-20' } }),
    await maya.call(walletCalls.transactions, { params: his }),
    await maya.call(walletCalls.transaction, { params: his }),
    await maya.call(walletCalls.transactionHistory, { params: his }),
    await maya.call(walletCalls.addTransaction, { params: his, body: his.input }),
    await maya.call(walletCalls.updateTransaction, { params: his, body: his.input }),
    await maya.call(walletCalls.deleteTransaction, { params: his }),
    await maya.call(expenseCalls.balanceParts, { params: { participantId: tom.memberId } }),
  ];
  expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 404));
  expect((await maya.call(walletCalls.transactions, { params: hers })).status).toBe(200);
  expect((await tom.call(walletCalls.transaction, { params: his })).status).toBe(200);

  // Shares are the expense and remain visible; the transactions of others are not.
  const params = { expenseId: open.id };
  (await admin.call(expenseCalls.settle, { params })).value();
  const settled = (await maya.call(expenseCalls.detail, { params })).value();
  expect(settled.participantBreakdowns).toHaveLength(2);
  const people = (found: typeof settled) =>
    found.status === 'settled' && found.settlementTransactions?.map(({ memberId }) => memberId);
  expect(people(settled)).toEqual([maya.memberId]);
  expect(people((await treasurer.call(expenseCalls.detail, { params })).value())).toHaveLength(3);

  await showWallets(true);
  expect((await readMoney(maya))['wallets']).toMatchObject({ totalCount: 3 });
});
