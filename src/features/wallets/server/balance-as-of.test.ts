/** A wallet's balance at the end of a day in the chapter's time zone. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { walletCalls } from '../contract.ts';
import { addPastTransaction } from './testing/past-transaction.ts';
import { addWallet, credit } from './testing/wallet-requests.ts';

let hub: TestHub;
let maya: TestPerson;
let tom: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  const chapter = await hub.chapter();
  maya = await chapter.person('Maya Chen');
  tom = await chapter.person('Tom Becker');
});

function happened(
  walletId: Id<'wallet'>,
  local: LocalDateTime,
  amount: number,
): Promise<Id<'transaction'>> {
  return addPastTransaction(hub.db, maya, { walletId, local, amount });
}

test('the balance of a day is that at its end, including days of 23 and 25 hours', async () => {
  const walletId = await addWallet(maya, 'Travel', 'EUR');
  await happened(walletId, '2026-03-07T23:59', 1);
  await happened(walletId, '2026-03-08T00:00', 10);
  await happened(walletId, '2026-03-08T23:59', 100);
  await happened(walletId, '2026-03-09T00:00', 1000);
  await happened(walletId, '2026-11-01T23:59', 20_000);
  await happened(walletId, '2026-11-02T00:00', 300_000);
  const at = async (asOf: string) =>
    (await tom.call(walletCalls.balance, { params: { walletId }, query: { asOf } })).value();
  const expected: [string, number][] = [
    ['1900-01-01', 0],
    ['2026-03-06', 0],
    ['2026-03-07', 1],
    ['2026-03-08', 111],
    ['2026-03-09', 1111],
    ['2026-10-31', 1111],
    ['2026-11-01', 21_111],
    ['2026-11-02', 321_111],
    ['9999-12-31', 321_111],
  ];
  for (const [asOf, balance] of expected) {
    expect(await at(asOf)).toEqual({ asOf, currencyCode: 'EUR', balance: cents(balance) });
  }
});

test('edits and deletions change the balance as of the transaction’s date', async () => {
  const walletId = await addWallet(maya);
  const edited = await happened(walletId, '2026-03-01T10:00', 1000);
  const deleted = await happened(walletId, '2026-03-01T11:00', 5);
  const body = credit(maya, 2000);
  const params = { walletId, transactionId: edited };
  expect((await maya.call(walletCalls.updateTransaction, { params, body })).status).toBe(200);
  await maya.call(walletCalls.deleteTransaction, { params: { walletId, transactionId: deleted } });
  const at = async (asOf: string) =>
    (await maya.call(walletCalls.balance, { params: { walletId }, query: { asOf } })).value();
  expect((await at('2026-02-28')).balance).toBe(0);
  expect((await at('2026-03-01')).balance).toBe(2000);
});

test('invalid days and wallets of other chapters are refused', async () => {
  const walletId = await addWallet(maya);
  for (const asOf of [
    '2026-02-30',
    '2026-13-01',
    '0000-01-01',
    '1899-12-31',
    '+010000-01-01',
    '10000-01-01',
    '-000001-01-01',
    '2026-1-1',
    '2026-01-01T00:00:00Z',
    '20260101',
    'today',
    '',
  ]) {
    const reply = await maya.call(walletCalls.balance, { params: { walletId }, query: { asOf } });
    expect([reply.status, reply.refusal().field], asOf).toEqual([422, 'asOf']);
  }
  const without = await maya.call(walletCalls.balance, { params: { walletId } });
  expect(without.status).toBe(422);
  const stranger = await (await hub.chapter('Elsewhere')).person('Eve Else');
  const query = { asOf: '2026-01-01' };
  for (const params of [{ walletId }, { walletId: newId<'wallet'>() }, { walletId: testId('x') }]) {
    expect((await stranger.call(walletCalls.balance, { params, query })).status).toBe(404);
  }
});
