/** The files of other programs: what is taken of each, why the rest is not, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planRandom } from '#app/testing/amounts.ts';
import { createBudget } from '#kit/budget.ts';
import { mutatedCalendar } from '../testing/mutated-calendars.ts';
import { readEvents } from '../testing/read-calendar.ts';
import { calendarProjects, readCalendarFile, realCalendars } from '../testing/real-calendars.ts';
import { parseEvents } from './ical-parse.ts';
import { readCalendars } from './ical-read.ts';

const { amount: runs, seed } = planRandom('calendar-files');

test('at least sixty files name their source and license', () => {
  expect(realCalendars.length).toBeGreaterThan(60);
  for (const { file } of realCalendars) {
    const project = file.split('/')[0] as keyof typeof calendarProjects;
    expect(calendarProjects[project].source).toMatch(/^https:/);
    expect(calendarProjects[project].license).not.toBe('');
  }
});

test.each(realCalendars)(
  '$file: $taken events are taken, each other one is refused with its reason',
  async (given) => {
    const text = readCalendarFile(given);
    if (given.taken === null)
      return expect(readEvents(text)).rejects.toThrow('contains no calendar');
    const events = await readEvents(text, given.zone);
    expect(events.filter(({ read }) => read.ok)).toHaveLength(given.taken);
    expect(events.flatMap(({ read }) => (read.ok ? [] : [read.refusal.message]))).toEqual(
      given.refused,
    );
    const first = events.find(({ read }) => read.ok)?.read;
    const shown = first?.ok ? `${first.value.start} to ${first.value.end}` : null;
    expect(shown).toBe(given.first);
  },
);

test(
  `a mutated file is read, or refused in words, within its budget (seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(mutatedCalendar, async (text) => {
        const read = await readCalendars(text, () => Promise.resolve());
        if (!read.ok) expect(read.refusal.code).toBe('not_a_calendar');
        if (!read.ok) return;
        for (const event of parseEvents(read.value, 'America/New_York', createBudget(400_000))) {
          expect(event.uid.length).toBeGreaterThan(0);
          if (event.read.ok) expect(event.read.value.end >= event.read.value.start).toBe(true);
          else expect(event.read.refusal.message).not.toBe('');
        }
      }),
      { numRuns: runs, seed },
    );
  },
  Math.max(120_000, runs * 20),
);
