/** As a feature's own tests: what it posts, does at night, and keeps of a member. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { cookieOf, createFixtures, type Fixtures } from '#app/testing/matrix/fixtures.ts';
import { erasureCalls } from '#features/members/erasure-contract.ts';
import { membershipCalls } from '#features/members/membership-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Cents, cents } from '#kit/money.ts';
import { sampleCalls } from '../contract.ts';

let hub: TestHub;
let fixtures: Fixtures;
beforeAll(async () => {
  hub = await startTestHub();
  fixtures = await createFixtures(hub, 'Heron');
});
afterAll(() => hub?.close());

async function give(amount: Cents) {
  const { treasurer, owner } = fixtures;
  const body = { memberId: owner.memberId, title: 'Amber', amount };
  return (await treasurer.call(sampleCalls.create, { body })).value();
}

test('what a sample costs is shown in the wallet, stays, and adds up', async () => {
  const { owner } = fixtures;
  await give(cents(12_50));
  const [wallet] = (await owner.call(walletCalls.list)).value().wallets.items;
  const walletId = wallet?.id ?? expect.fail('no wallet');
  const found = await owner.call(walletCalls.transactions, { params: { walletId } });
  const [shown] = found.value().transactions.items;
  expect(shown).toMatchObject({ origin: 'sample', amount: -12_50, description: 'Amber' });
  const transactionId = shown?.id ?? expect.fail('no transaction');
  const params = { walletId, transactionId };
  const deleted = await fixtures.admin.call(walletCalls.deleteTransaction, { params });
  expect([deleted.status, deleted.refusal().code]).toEqual([409, 'sample_transaction']);
  expect(await hub.differences()).toEqual([]);
});

test('members take their samples along, and are erased once these are checked', async () => {
  const { owner, admin } = fixtures;
  await give(cents(-12_50));
  const reply = await hub.request({
    url: '/api/own-data',
    headers: { cookie: await cookieOf(hub, owner) },
  });
  const names: string[] = [];
  const zip = await fromBufferPromise(reply.rawPayload, { lazyEntries: true });
  for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  expect(names).toContain('csv/samples.csv');

  const params = { memberId: owner.memberId };
  const removal = { params, body: { status: 'removed' as const } };
  const { displayName: name } = (await admin.call(membershipCalls.changeStatus, removal)).value();
  const erase = () => admin.call(erasureCalls.erase, { params, body: { name } });
  expect((await erase()).refusal().message).toContain('2 unchecked samples');
  const work = { db: hub.db } as never;
  const jobs = hub.areas.flatMap(({ nightlyJobs }) => nightlyJobs?.(work) ?? []);
  await jobs.find((job) => job.name === 'check-samples')?.run();
  expect((await erase()).status).toBe(200);
  const { items } = (await admin.call(sampleCalls.list)).value();
  expect(items.map(({ title, isChecked }) => [title, isChecked])).toEqual([
    ['Sample', true],
    ['Sample', true],
  ]);
  expect(await hub.differences()).toEqual([]);
});
