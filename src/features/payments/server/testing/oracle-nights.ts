import { expect } from 'vitest';
import type { TestHub, TestPerson } from '#app/testing/hub.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { recurringCalls } from '#features/expenses/recurring/recurring-contract.ts';
import { makeDueInChapter } from '#features/expenses/server/recurring/make-due.ts';
import { addDays } from '#kit/calendar/month.ts';
import { type Day, startOfDay, toDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import type { Act } from './oracle-acts.ts';
import { type Sharing, toBody, toLogged } from './oracle-expenses.ts';
import type { Logged } from './oracle-ledger.ts';

/** Passes the time of a chapter, and knows which expenses each night has to make. */
export class Nights {
  readonly #db: TestHub['db'];
  readonly #everyone: readonly TestPerson[];
  readonly #repeated: { id: Id<'recurring'>; step: Sharing; weeks: number; due: Day[] }[] = [];
  #today: Day = toDay(Temporal.Now.plainDateISO('UTC'));

  constructor(db: TestHub['db'], everyone: readonly TestPerson[]) {
    this.#db = db;
    this.#everyone = everyone;
  }

  async repeat(step: Extract<Act, { kind: 'repeat' }>): Promise<Logged> {
    const { weeks, times } = step;
    const body = {
      rule: { frequency: 'weekly', interval: weeks, endBy: null, count: times } as const,
      expense: toBody(this.#everyone, step, this.#today),
    };
    const reply = await (this.#everyone[0] as TestPerson).call(recurringCalls.create, { body });
    const { recurring, expense } = reply.value();
    const due = Array.from({ length: times }, (_, index) =>
      addDays(this.#today, 7 * weeks * index),
    ).slice(1);
    this.#repeated.push({ id: recurring.id, step, weeks, due });
    return toLogged(this.#everyone, step, expense);
  }

  /** Runs the job twice at once on the night after some days. */
  async pass(days: number): Promise<Logged[]> {
    this.#today = addDays(this.#today, days);
    const chapter = {
      id: (this.#everyone[0] as TestPerson).chapterId,
      timeZone: 'America/Los_Angeles',
      policy: 'open',
    } as const;
    const job = { db: this.#db, now: startOfDay(this.#today, chapter.timeZone), newId };
    await Promise.all([makeDueInChapter(job, chapter), makeDueInChapter(job, chapter)]);
    await makeDueInChapter(job, chapter);
    const logged: Logged[] = [];
    for (const { id, step, due } of this.#repeated) {
      const expected = due.splice(0, due.filter((day) => day <= this.#today).length);
      for (const day of expected) {
        const made = await this.#db
          .selectFrom('expense')
          .select('id')
          .where('recurring_id', '=', id)
          .where('recurring_day', '=', day)
          .execute();
        expect([day, made.length]).toEqual([day, 1]);
        const params = { expenseId: made[0]?.id as Id<'expense'> };
        const reply = await (this.#everyone[0] as TestPerson).call(expenseCalls.detail, { params });
        logged.push(toLogged(this.#everyone, step, reply.value()));
      }
      const { count } = await this.#db
        .selectFrom('expense')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('recurring_id', '=', id)
        .where('recurring_day', '>', this.#today)
        .executeTakeFirstOrThrow();
      expect(count).toBe(0);
    }
    return logged;
  }
}
