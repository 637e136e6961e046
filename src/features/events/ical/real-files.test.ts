/** The files of other programs: what is taken of each, why the rest is not, and nothing else. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBudget } from '#kit/budget.ts';
import { readEvents } from '../testing/read-calendar.ts';
import { calendarProjects, readCalendarFile, realCalendars } from '../testing/real-calendars.ts';
import { parseEvents } from './ical-parse.ts';
import { readCalendars } from './ical-read.ts';

/** More of them, and others: `RANDOM_RUNS=50000 RANDOM_SEED=7`. */
const runs = Number(process.env['RANDOM_RUNS'] ?? 500);
const seed = Number(process.env['RANDOM_SEED'] ?? 20_261_120);

test('at least sixty files tell their source and license', () => {
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

/** Cuts a file, repeats, drops, swaps or garbles some of its lines. */
const mutation = fc.record({
  file: fc.constantFrom(...realCalendars),
  other: fc.constantFrom(...realCalendars),
  changes: fc.array(
    fc.record({
      kind: fc.constantFrom('cut', 'repeat', 'drop', 'swap', 'garble', 'graft'),
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      to: fc.double({ min: 0, max: 0.999, noNaN: true }),
      text: fc.oneof(
        fc.string({ maxLength: 5 }),
        fc.constantFrom(':', ';', '"', ',', '=', '-', '9'),
      ),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

test(
  `a mutated file is read, or refused in words, within its budget (seed ${seed})`,
  async () => {
    await fc.assert(
      fc.asyncProperty(mutation, async ({ file, other, changes }) => {
        const lines = readCalendarFile(file).split('\n');
        const foreign = readCalendarFile(other).split('\n');
        for (const { kind, at, to, text } of changes) {
          const place = Math.floor(at * lines.length);
          const line = lines[place] ?? '';
          const middle = Math.floor(to * line.length);
          if (kind === 'cut') lines.length = Math.max(place, 1);
          else if (kind === 'repeat') lines.splice(Math.floor(to * lines.length), 0, line);
          else if (kind === 'drop') lines.splice(place, 1);
          else if (kind === 'graft')
            lines.splice(place, 0, foreign[Math.floor(to * foreign.length)] ?? '');
          else if (kind === 'garble')
            lines[place] = line.slice(0, middle) + text + line.slice(middle + 1);
          else [lines[place], lines[lines.length - 1]] = [lines.at(-1) ?? '', line];
        }
        const read = await readCalendars(lines.join('\n'), () => Promise.resolve());
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
