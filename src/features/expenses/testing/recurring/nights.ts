/** A chapter whose clock stands still, with recurring expenses that a night makes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { type Day, type Instant, startOfDay } from '#kit/day.ts';
import { newId } from '#server/database/ids.ts';
import { expenseCalls } from '../../contract.ts';
import type { RecurringExpense, RecurringRule } from '../../recurring/recurring.ts';
import { recurringCalls } from '../../recurring/recurring-contract.ts';
import { makeDueExpenses } from '../../server/recurring/make-due.ts';
import { createBody, createScene, type Scene } from '../scene.ts';

const noon: Instant = '2026-01-31T20:00:00.000Z';
type More = Parameters<typeof createBody>[1];
type Ref = Pick<RecurringExpense, 'id'>;

/** One app per test file and one chapter per test; at the end, all figures must reconcile. */
export function setUpNights() {
  const nights = new Nights();
  beforeAll(async () => {
    nights.hub = await startTestHub({ clock: () => nights.now });
  });
  beforeEach(async () => {
    nights.now = noon;
    nights.scene = await createScene(nights.hub);
  });
  // The job goes through all chapters.
  afterEach(async () => {
    await nights.hub.db.updateTable('recurring_expense').set({ ended_at: noon }).execute();
  });
  afterAll(async () => {
    expect(await nights.hub.differences()).toEqual([]);
    await nights.hub.close();
  });
  return nights;
}

class Nights {
  hub!: TestHub;
  scene!: Scene;
  now: Instant = noon;

  /** Monthly from January 31 at noon, by default. */
  async create(more: More = {}, rule: Partial<RecurringRule> = {}, by?: TestPerson) {
    const body = {
      rule: { frequency: 'monthly', interval: 1, endBy: null, count: null, ...rule } as const,
      expense: createBody(this.scene, { expenseDate: noon, ...more }),
    };
    return (await (by ?? this.scene.ann).call(recurringCalls.create, { body })).value().recurring;
  }

  run(day: Day) {
    return makeDueExpenses({ db: this.hub.db, now: nightOf(day), newId });
  }

  async read({ id }: Ref) {
    const params = { recurringId: id };
    return (await this.scene.ann.call(recurringCalls.detail, { params })).value();
  }

  /** The expenses made, the oldest first. */
  async listMade({ id }: Ref) {
    const query = { take: 200 };
    const { expenses } = (await this.scene.ann.call(expenseCalls.list, { query })).value();
    return expenses.items.filter(({ recurringId }) => recurringId === id).reverse();
  }

  async daysMade(recurring: Ref) {
    return (await this.listMade(recurring)).map(({ recurringDay }) => recurringDay);
  }
}

/** When a day begins in the chapter. */
export const nightOf = (day: Day): Instant => startOfDay(day, 'America/Los_Angeles');
