/** The nightly job that makes the expenses that are due. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleRuns } from '#app/testing/amounts.ts';
import { addDays } from '#kit/calendar/month.ts';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../../contract.ts';
import { recurringFrequencies } from '../../recurring/recurring.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import { nightOf, setUpNights } from '../../testing/recurring/nights.ts';
import { createScene } from '../../testing/scene.ts';
import { makeDueExpenses, maxMadeAtOnce } from './make-due.ts';

const nights = setUpNights();

test('on its day, one like the first is made by the system, with its overrides and its own shares', async () => {
  const [first, second] = [nights.scene.ann.memberId, nights.scene.ben.memberId];
  const overrides = [
    { type: 'manual' as const, amount: 40_00, label: 'Fixed', participantIds: [second] },
  ];
  const recurring = await nights.create({ title: 'Rent', ...({ overrides } as object) });
  expect(await nights.run('2026-02-27')).toEqual({ made: 0, refused: 0 });
  expect(await nights.run('2026-02-28')).toEqual({ made: 1, refused: 0 });
  expect(await nights.run('2026-02-28')).toEqual({ made: 0, refused: 0 });
  const [original, made] = await nights.listMade(recurring);
  expect(made).toMatchObject({
    title: 'Rent',
    amount: 100_00,
    recurringDay: '2026-02-28',
    expenseDate: '2026-02-28T20:00:00.000Z',
    createdBy: first,
    status: 'open',
  });
  expect(made?.overrides).toMatchObject([{ type: 'manual', amount: 40_00, label: 'Fixed' }]);
  expect(made?.id).not.toBe(original?.id);
  expect(await nights.read(recurring)).toMatchObject({ nextDay: '2026-03-31', version: 2 });
  const params = { expenseId: made?.id as never };
  const { events } = (await nights.scene.ann.call(expenseCalls.history, { params })).value();
  expect(events.items.map(({ action, by }) => [action, by])).toEqual([['expense.create', null]]);
});

test('a day begins in the zone of the chapter, whose clock the expense keeps', async () => {
  const recurring = await nights.create();
  const early = addDays('2026-03-31', -1);
  await nights.run('2026-02-28');
  expect(
    await makeDueExpenses({ db: nights.hub.db, now: `${early}T23:59:00.000Z`, newId }),
  ).toEqual({
    made: 0,
    refused: 0,
  });
  await nights.run('2026-03-31');
  // Noon in Los Angeles, which has changed its clocks.
  expect((await nights.listMade(recurring)).map(({ expenseDate }) => expenseDate)).toEqual([
    '2026-01-31T20:00:00.000Z',
    '2026-02-28T20:00:00.000Z',
    '2026-03-31T19:00:00.000Z',
  ]);
});

test('several payers are credited each time, and one made can be settled and corrected', async () => {
  const { ann, ben } = nights.scene;
  const payers = [
    { memberId: ann.memberId, amountPaid: cents(60_00) },
    { memberId: ben.memberId, amountPaid: cents(40_00) },
  ];
  const recurring = await nights.create({ payers });
  await nights.run('2026-02-28');
  const made = (await nights.listMade(recurring))[1];
  expect(made).toMatchObject({
    payers,
    payerCredits: payers.map(({ memberId, amountPaid: amount }) => ({ memberId, amount })),
  });
  const params = { expenseId: made?.id as Id<'expense'> };
  (await ann.call(expenseCalls.settle, { params })).value();
  (await ann.call(expenseCalls.correct, { params, raw: '{"replacement":null}' })).value();
  expect(await nights.daysMade(recurring)).toEqual(['2026-01-31', '2026-02-28']);
  expect(await nights.run('2026-02-28')).toEqual({ made: 0, refused: 0 });
});

test('servers that run at once make each day once', async () => {
  const some = await Promise.all([
    nights.create(),
    nights.create(),
    nights.create({}, { frequency: 'weekly' }),
  ]);
  await Promise.all(Array.from({ length: 8 }, () => nights.run('2026-03-31')));
  await nights.run('2026-03-31');
  const made = await Promise.all(some.map((each) => nights.daysMade(each)));
  expect(made.slice(0, 2)).toEqual([
    ['2026-01-31', '2026-02-28', '2026-03-31'],
    ['2026-01-31', '2026-02-28', '2026-03-31'],
  ]);
  expect(made[2]).toEqual(Array.from({ length: 9 }, (_, week) => addDays('2026-01-31', 7 * week)));
});

test('killed at any step, it makes what is left the next time', async () => {
  const [one, other] = [await nights.create(), await nights.create()];
  for (let step = 0; step < 6; step += 1) {
    let steps = 0;
    const dying = () => {
      if (steps === step) throw new Error('killed');
      steps += 1;
      return newId();
    };
    const job = { db: nights.hub.db, now: nightOf('2026-12-31'), newId: dying as typeof newId };
    await expect(makeDueExpenses(job)).rejects.toThrow();
    expect(await nights.hub.differences()).toEqual([]);
  }
  await nights.run('2026-12-31');
  const first = Temporal.PlainDate.from('2026-01-31');
  const days = Array.from({ length: 12 }, (_, months) => first.add({ months }).toString());
  expect([await nights.daysMade(one), await nights.daysMade(other)]).toEqual([days, days]);
});

test('a server that stops makes no more', async () => {
  const recurring = await nights.create();
  const job = { db: nights.hub.db, now: nightOf('2026-06-30'), newId, signal: AbortSignal.abort() };
  await expect(makeDueExpenses(job)).rejects.toThrow();
  expect(await nights.daysMade(recurring)).toEqual(['2026-01-31']);
});

test('a night makes a bounded number of missed days, in order; the next goes on', async () => {
  const recurring = await nights.create({}, { frequency: 'weekly' });
  expect(await nights.run('2026-07-31')).toMatchObject({ made: maxMadeAtOnce });
  expect(await nights.run('2026-07-31')).toMatchObject({ made: maxMadeAtOnce });
  expect(await nights.run('2026-07-31')).toMatchObject({ made: 1 });
  const expected = Array.from({ length: 26 }, (_, week) => addDays('2026-01-31', 7 * week));
  expect(await nights.daysMade(recurring)).toEqual(expected);
});

test('a clock that jumps back makes nothing again', async () => {
  const recurring = await nights.create();
  await nights.run('2026-03-31');
  await nights.run('2026-02-28');
  await nights.run('2026-03-31');
  expect(await nights.daysMade(recurring)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
});

test('one that is deleted is not made again', async () => {
  const recurring = await nights.create();
  await nights.run('2026-02-28');
  const made = (await nights.listMade(recurring))[1];
  await nights.scene.ann.call(expenseCalls.remove, { params: { expenseId: made?.id as never } });
  await nights.run('2026-02-28');
  expect(await nights.daysMade(recurring)).toEqual(['2026-01-31']);
});

test('paused, ended and past its last day, nothing is made', async () => {
  const [paused, ended] = [await nights.create(), await nights.create()];
  const counted = await nights.create({}, { count: 2 });
  await nights.scene.ann.call(recurringCalls.pause, { params: { recurringId: paused.id } });
  await nights.scene.ann.call(recurringCalls.end, { params: { recurringId: ended.id } });
  await nights.run('2026-12-31');
  expect(await nights.daysMade(paused)).toEqual(['2026-01-31']);
  expect(await nights.daysMade(ended)).toEqual(['2026-01-31']);
  expect(await nights.daysMade(counted)).toEqual(['2026-01-31', '2026-02-28']);
  expect(await nights.read(counted)).toMatchObject({ status: 'ended', nextDay: null });
  nights.now = nightOf('2026-12-31');
  await nights.scene.ann.call(recurringCalls.resume, { params: { recurringId: paused.id } });
  await nights.run('2027-01-31');
  expect(await nights.daysMade(paused)).toEqual(['2026-01-31', '2027-01-31']);
});

test('another chapter neither sees nor changes it', async () => {
  const recurring = await nights.create();
  const stranger = await (await nights.hub.chapter()).person('Eve', 'admin');
  const params = { recurringId: recurring.id };
  for (const call of [
    recurringCalls.detail,
    recurringCalls.pause,
    recurringCalls.resume,
    recurringCalls.end,
  ]) {
    expect((await stranger.call(call, { params })).status).toBe(404);
  }
  expect((await stranger.call(recurringCalls.list)).value().recurring.items).toEqual([]);
});

test('whatever nights run, each day is made once and in order, and none is lost', async () => {
  const anyNight = fc.integer({ min: 0, max: 700 }).map((days) => addDays('2026-01-31', days));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...recurringFrequencies),
      fc.integer({ min: 1, max: 3 }),
      fc.array(anyNight, { minLength: 1, maxLength: 6 }),
      async (frequency, interval, evenings) => {
        nights.scene = await createScene(nights.hub);
        const recurring = await nights.create({}, { frequency, interval });
        for (const evening of evenings)
          await Promise.all([nights.run(evening), nights.run(evening)]);
        const days = await nights.daysMade(recurring);
        const { nextDay } = await nights.read(recurring);
        expect(days).toEqual([...new Set(days)].sort());
        const units = { weekly: 'weeks', monthly: 'months', yearly: 'years' } as const;
        const first = Temporal.PlainDate.from('2026-01-31');
        const expected = [...days, nextDay].map((_, index) =>
          first.add({ [units[frequency]]: interval * index }).toString(),
        );
        expect([...days, nextDay]).toEqual(expected);
        await nights.scene.ann.call(recurringCalls.end, { params: { recurringId: recurring.id } });
      },
    ),
    { numRuns: Math.max(5, scaleRuns(25)) },
  );
});
