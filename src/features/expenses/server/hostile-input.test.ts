import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { expenseCalls } from '../contract.ts';
import type { Expense } from '../expense.ts';
import { createScene, logExpense, readEverything, type Scene } from '../testing/scene.ts';

let hub: TestHub;
let scene: Scene;
let expense: Expense;
beforeAll(async () => {
  hub = await startTestHub();
  scene = await createScene(hub);
  expense = await logExpense(scene);
});
afterAll(async () => {
  expect(await hub.differences()).toEqual([]);
  await hub.close();
});

/** A valid body with one member replaced by raw JSON text. */
function rawBody(name: string, json: string): string {
  const good: Record<string, string> = {
    title: '"Dinner"',
    amount: '12.34',
    expenseDate: '"2026-03-01T18:00:00.000Z"',
    participants: JSON.stringify([scene.ann.memberId]),
    paidBy: JSON.stringify(scene.ann.memberId),
  };
  const members = Object.entries({ ...good, [name]: json });
  return `{${members.map(([key, value]) => `${JSON.stringify(key)}:${value}`).join(',')}}`;
}

async function refused(act: () => Promise<{ status: number; text: string }>): Promise<number> {
  const before = await readEverything(scene);
  const { status, text } = await act();
  expect(status, text).toBeGreaterThanOrEqual(400);
  expect(status, text).toBeLessThan(500);
  expect(JSON.parse(text)).toMatchObject({
    code: expect.stringMatching(/^[a-z_]+$/),
    message: expect.stringMatching(/./),
  });
  expect(await readEverything(scene)).toBe(before);
  return status;
}

test('the unmodified body is accepted', async () => {
  const raw = rawBody('title', '"Dinner"');
  const other = await createScene(hub);
  const own = raw.replaceAll(scene.ann.memberId, other.ann.memberId);
  expect((await other.ann.call(expenseCalls.create, { raw: own })).status).toBe(201);
});

describe('a hostile body creates nothing', () => {
  const amounts = [
    '1.005',
    '"12"',
    '1e400',
    '1e2',
    '-5',
    '0',
    '-0',
    '0.0',
    '10000000000',
    '9999999999.999',
    'true',
    '[5]',
    'null',
    '{}',
    'NaN',
    'Infinity',
    '0x10',
    '+5',
    '.5',
    '5.',
    '12.340000000000001',
    '1E400',
    '-1e400',
    '"NaN"',
    '99999999999999999999',
  ];
  test.each(amounts)('amount %s', async (json) => {
    await refused(() => scene.ann.call(expenseCalls.create, { raw: rawBody('amount', json) }));
  });

  test.each([
    ['title', '"a\\u0000b"'],
    ['title', '"\\ud800"'],
    ['title', '"   "'],
    ['title', '5'],
    ['title', JSON.stringify('x'.repeat(201))],
    ['description', '"\\u0000"'],
    ['description', 'null'],
    ['description', JSON.stringify('x'.repeat(5_001))],
    ['category', '[]'],
    ['expenseDate', '"yesterday"'],
    ['expenseDate', '"2026-03-01"'],
    ['expenseDate', '"2026-03-01T18:00:00"'],
    ['expenseDate', '"2026-02-30T18:00:00Z"'],
    ['expenseDate', '"+275760-09-13T00:00:00Z"'],
    ['expenseDate', '5'],
    ['participants', '[]'],
    ['participants', '"all"'],
    ['participants', '{}'],
    ['participants', '[null]'],
    ['participants', '["x"]'],
    ['paidBy', 'null'],
    ['paidBy', '"x"'],
    ['paidBy', '7'],
    ['isEvenSplit', '"true"'],
    ['isEvenSplit', '1'],
    ['isEvenSplit', 'true'],
    ['payerReimbursementType', '"full"'],
    ['payerReimbursementType', 'null'],
    ['payerReimbursementType', '"Partial"'],
    ['payerReimbursementAmount', '5'],
    ['receiptIds', '["r1"]'],
    ['eventId', '""'],
    ['id', '"x"'],
    ['status', '"settled"'],
    ['version', '7'],
    ['__proto__', '{"title":"x"}'],
    ['constructor', '{}'],
  ])('%s: %s', async (name, json) => {
    await refused(() => scene.ann.call(expenseCalls.create, { raw: rawBody(name, json) }));
  });

  test('a participant listed twice in different spellings', async () => {
    const { memberId } = scene.ann;
    const json = JSON.stringify([memberId, memberId.toUpperCase()]);
    await refused(() =>
      scene.ann.call(expenseCalls.create, { raw: rawBody('participants', json) }),
    );
  });

  test.each(['', '[]', 'null', '"x"', '{', '{"title":"a"} x'])('the body %j', async (raw) => {
    await refused(() => scene.ann.call(expenseCalls.create, { raw }));
  });
});

describe('a hostile patch changes nothing', () => {
  const patch = (raw: string, headers = {}) =>
    scene.ann.call(expenseCalls.patch, { params: { expenseId: expense.id }, raw, headers });
  const replace = (path: string, value: unknown) =>
    JSON.stringify([{ op: 'replace', path, value }]);

  test.each(['application/json', 'application/merge-patch+json', 'text/plain'])(
    'of type %s is 415',
    async (type) => {
      const raw = replace('/title', 'x');
      expect(await refused(() => patch(raw, { 'content-type': type }))).toBe(415);
    },
  );

  test.each([
    replace('/id', 'x'),
    replace('/status', 'settled'),
    replace('/__proto__/status', 'settled'),
    replace('/constructor/prototype/status', 'settled'),
    replace('/participants/-', 'x'),
    replace('/title~0', 'x'),
    replace('/overrides', null),
    replace('/overrides', [{}]),
    replace('/overrides/0', []),
    '[{"op":"copy","from":"/id","path":"/title"}]',
    '[{"op":"move","from":"/id","path":"/title"}]',
    '[{"op":"test","path":"/title","value":"Dinner"}]',
    '[{"op":"add","path":"/title","value":"x"}]',
    '[{"op":"remove","path":"/title"}]',
    '[{"op":"replace","path":"/title"}]',
    '[{"op":"replace","path":"/title","value":"a"},{"op":"replace","path":"/title","value":"b"}]',
    '[{"op":"replace","path":"/title","value":"a"},{"op":"replace","path":"/amount","value":0}]',
    '[{"op":"replace","path":"/title","value":"a"},{"op":"replace","path":"/status","value":1}]',
    JSON.stringify(Array(33).fill({ op: 'replace', path: '/title', value: 'x' })),
    '{"title":"x"}',
    'null',
    '',
    replace('/amount', '12'),
    replace('/amount', 1.005),
    replace('/title', 'a\0b'),
    replace('/participants', []),
    replace('/paidBy', null),
  ])('%s', async (raw) => {
    await refused(() => patch(raw));
  });
});

describe('hostile addresses', () => {
  test.each([
    'x',
    '1',
    '%00',
    '..%2f..',
    `${'a'.repeat(300)}`,
    '00000000-0000-0000-0000-000000000000',
  ])('the id %s is 404 or refused', async (id) => {
    const authorization = `Bearer ${scene.ann.token}`;
    for (const [method, tail] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/settle'],
    ] as const) {
      const url = `/api/expenses/${id}${tail}`;
      const { statusCode } = await hub.request({ method, url, headers: { authorization } });
      expect([400, 404, 414]).toContain(statusCode);
    }
  });

  test.each([
    'skip=-1',
    'take=0',
    'take=201',
    'take=x',
    'skip=1.5',
    'skip=1e3',
    'take=5&take=6',
    'eventId=all',
    'unknown=1',
    'skip=%00',
  ])('the query %s is 422', async (query) => {
    const reply = await hub.request({
      method: 'GET',
      url: `/api/expenses?${query}`,
      headers: { authorization: `Bearer ${scene.ann.token}` },
    });
    expect(reply.statusCode).toBe(422);
  });
});
