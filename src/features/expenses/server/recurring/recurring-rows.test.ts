/** What the database itself computes and refuses. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#kit/calendar/month.ts';
import type { Day } from '#kit/day.ts';
import { recurringFrequencies } from '../../recurring/recurring.ts';
import { dayAt } from '../../recurring/schedule.ts';
import { setUpNights } from '../../testing/recurring/nights.ts';

const nights = setUpNights();

test('PostgreSQL comes to the same days', async () => {
  const asked = fc.sample(
    fc.record({
      firstDay: fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('1990-01-01', days)),
      frequency: fc.constantFrom(...recurringFrequencies),
      interval: fc.integer({ min: 1, max: 99 }),
      position: fc.nat(60),
    }),
    2_000,
  );
  const { rows } = await sql<{ day: Day }>`
    select hub.recurring_day("firstDay", frequency, "interval", "position") as day
    from jsonb_to_recordset(${JSON.stringify(asked)})
      as a ("firstDay" date, frequency text, "interval" integer, "position" integer)
  `.execute(nights.hub.db);
  expect(rows.map(({ day }) => day)).toEqual(asked.map((each) => dayAt(each, each.position)));
});

describe('the database refuses', () => {
  test.each([
    ['another next day', sql`update recurring_expense set next_day = next_day + 1`],
    ['a day past that was not made', sql`update recurring_expense set position = position + 1`],
    ['to lose one', sql`delete from recurring_expense`],
    ['an expense for another day', sql`update expense set recurring_day = recurring_day + 1`],
    [
      'a second expense for a day',
      sql`insert into expense select (jsonb_populate_record(e, '{"id": "0190a0a0-0aaa-7000-8000-00000000abcd"}')).*
        from expense e where recurring_id is not null limit 1`,
    ],
  ])('%s', async (_, statement) => {
    await nights.create();
    await expect(statement.execute(nights.hub.db)).rejects.toThrow();
  });
});
