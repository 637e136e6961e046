/** What is open of many wallets; what `coverDebits` says of each is tried with it. */
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { chapterCalls } from '#features/chapters/chapter-contract.ts';
import type { Id } from '#kit/id.ts';
import { walletCalls } from '../contract.ts';
import { readOpenDebits } from './open-debits.ts';
import { addPastTransaction } from './testing/past-transaction.ts';
import { addWallet } from './testing/wallet-requests.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

/** A wallet with so many debits of a dollar each, one a minute, after this credit in cents. */
async function addDebits(owner: TestPerson, debits: number, credit: number): Promise<Id<'wallet'>> {
  const walletId = await addWallet(owner);
  await addPastTransaction(hub.db, owner, {
    walletId,
    local: '2030-01-01T08:00',
    amount: credit,
  });
  for (let index = 0; index < debits; index += 1) {
    const local = `2030-01-01T09:${10 + index}` as const;
    await addPastTransaction(hub.db, owner, { walletId, local, amount: -100 });
  }
  return walletId;
}

test('of several wallets, only one with more open debits than were read is read again', async () => {
  const chapter = await hub.chapter();
  const few = await chapter.person('Few');
  const many = await chapter.person('Many');
  const paid = await chapter.person('Paid');
  await addDebits(few, 22, 10_50);
  await addDebits(many, 24, 2_50);
  await addDebits(paid, 21, 21_00);
  const read: number[] = [];
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.push(result.rows.length);
      return result;
    },
  };
  const ownerIds = [few, many, paid].map(({ memberId }) => memberId);
  const open = await readOpenDebits(hub.db.withPlugin(counting), chapter.id, { ownerIds });
  const openOf = (person: TestPerson) =>
    open.filter(({ memberId }) => memberId === person.memberId).map((debit) => Number(debit.open));
  // All but the 10 that are covered, and half of the next; all but 2, and half of the next.
  expect(openOf(few)).toEqual([...Array<number>(11).fill(100), 50]);
  expect(openOf(many)).toEqual([...Array<number>(21).fill(100), 50]);
  expect(openOf(paid)).toEqual([]);
  // Then what both have in all of their wallets.
  expect(read).toEqual([20 + 20, 24, 2]);
});

test('a member reads what is open of their own wallets, what is covered next first, and of others as the chapter lets them', async () => {
  const chapter = await hub.chapter();
  const admin = await chapter.person('Admin', 'admin');
  const owing = await chapter.person('Owing', 'member');
  const other = await chapter.person('Other', 'member');
  await addDebits(owing, 3, 1_50);
  const ask = (person: TestPerson) =>
    person.call(walletCalls.openDebits, {
      params: { ownerId: owing.memberId },
      query: { take: 1 },
    });
  const { items, totalCount } = (await ask(owing)).value();
  expect(items.map(({ amount, open, date }) => [amount, open, date])).toEqual([
    [100, 50, expect.stringContaining(':11:00')],
  ]);
  expect(totalCount).toBe(2);
  const { version: _, ...settings } = (await admin.call(chapterCalls.detail)).value();
  const body = { ...settings, membersSeeWallets: false };
  (await admin.call(chapterCalls.change, { body })).value();
  expect((await ask(admin)).value().totalCount).toBe(2);
  expect((await ask(other)).status).toBe(404);
  expect((await ask(owing)).value().totalCount).toBe(2);
});

test('on the page of a member, what one dollar wallet lacks is covered by another, and by no other currency', async () => {
  const chapter = await hub.chapter();
  const owner = await chapter.person('Owner', 'admin');
  await addDebits(owner, 3, 1_00);
  const second = await addWallet(owner);
  const pounds = await addWallet(owner, 'London', 'GBP');
  await addPastTransaction(hub.db, owner, {
    walletId: pounds,
    local: '2030-01-01T10:00',
    amount: -500,
  });
  const read = async () => {
    const params = { ownerId: owner.memberId };
    const { items } = (await owner.call(walletCalls.openDebits, { params, query: {} })).value();
    return items.map(({ currencyCode, open }) => [currencyCode, open]);
  };
  const add = (amount: number) =>
    addPastTransaction(hub.db, owner, { walletId: second, local: '2030-01-01T08:00', amount });
  expect(await read()).toEqual([
    ['USD', 100],
    ['USD', 100],
    ['GBP', 500],
  ]);
  await add(130);
  expect(await read()).toEqual([
    ['USD', 70],
    ['GBP', 500],
  ]);
  await add(1_000);
  expect(await read()).toEqual([['GBP', 500]]);
});
