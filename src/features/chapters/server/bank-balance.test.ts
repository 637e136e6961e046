import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { auditCalls } from '#features/audit/contract.ts';
import { cents } from '#kit/money.ts';
import { bankBalanceCalls } from '../bank-balance-contract.ts';

let hub: TestHub;
let chapter: TestChapter;
let treasurer: TestPerson;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter('San Diego');
  treasurer = await chapter.person('Tara Treasurer', 'treasurer');
  maya = await chapter.person('Maya Chen');
});

const notSet = { bankBalance: null, enteredAt: null, version: 1 };
const read = async (by = maya) => (await by.call(bankBalanceCalls.detail)).value();
const change = (bankBalance: number | null, by = treasurer, version?: number) =>
  by.call(bankBalanceCalls.change, {
    body: { bankBalance: bankBalance === null ? null : cents(bankBalance) },
    ...(version === undefined ? {} : { headers: { 'if-match': `"${version}"` } }),
  });

test('a new chapter has none; a treasurer sets it for everyone, and says again that it is not known', async () => {
  expect(await read()).toEqual(notSet);
  const saved = (await change(-123_45)).value();
  expect(saved).toMatchObject({ bankBalance: -123_45, version: 2 });
  expect(saved.enteredAt).not.toBeNull();
  expect(await read()).toEqual(saved);
  const admin = await chapter.person('Ana Admin', 'admin');
  await change(0, admin);
  expect(await read()).toMatchObject({ bankBalance: 0, version: 3 });
  await change(null);
  expect(await read()).toEqual({ ...notSet, version: 4 });

  const query = { action: 'chapter.bank-balance' };
  const { items } = (await admin.call(auditCalls.list, { query })).value();
  expect(items.map(({ changes }) => changes)).toEqual([
    [{ field: 'bank balance', before: '$0.00', after: '-' }],
    [{ field: 'bank balance', before: '-$123.45', after: '$0.00' }],
    [{ field: 'bank balance', before: '-', after: '-$123.45' }],
  ]);
});

test('of two who change what they saw at once, one is refused; other chapters are not concerned', async () => {
  const replies = await Promise.all([change(1, treasurer, 1), change(2, treasurer, 1)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 412]);
  const other = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
  expect(await read(other)).toEqual(notSet);
});

describe('is refused and changes nothing:', () => {
  test('a member', async () => {
    expect((await change(1, maya)).status).toBe(403);
    expect(await read()).toEqual(notSet);
  });

  test.each([
    ['a third decimal', { bankBalance: 1.005 }],
    ['text', { bankBalance: '5000' }],
    ['too much', { bankBalance: 10_000_000_000 }],
    ['no balance', {}],
    ['an unknown field', { bankBalance: 1, more: 1 }],
  ])('%s', async (_, body) => {
    const reply = await treasurer.call(bankBalanceCalls.change, { raw: JSON.stringify(body) });
    expect(reply.status).toBe(422);
    expect(await read()).toEqual(notSet);
  });
});
