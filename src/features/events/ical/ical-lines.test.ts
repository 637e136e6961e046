import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBudget } from '#kit/budget.ts';
import { escapeText, formatLines, parseCalendar, unescapeText } from './ical-lines.ts';
import { parseEvents } from './ical-parse.ts';

const wrap = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n');
const codeOf = (text: string) => {
  const read = parseCalendar(text);
  return read.ok ? 'read' : read.refusal.code;
};

test('lines are unfolded, names are upper-cased, and quotes around parameters are removed', () => {
  const text = wrap('dtstart;TZID="Europe/Oslo";X=1:2026', '\t0101', 'SUMMARY:A:b;c');
  const read = parseCalendar(text);
  expect(read.ok && read.value.properties).toEqual([
    {
      name: 'DTSTART',
      parameters: new Map([
        ['TZID', 'Europe/Oslo'],
        ['X', '1'],
      ]),
      value: '20260101',
    },
    { name: 'SUMMARY', parameters: new Map(), value: 'A:b;c' },
  ]);
});

test.each([
  ['an empty text', ''],
  ['an HTML page', '<!doctype html>'],
  ['an event outside a calendar', 'BEGIN:VEVENT\nEND:VEVENT'],
  ['a missing END', 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR'],
  ['a surplus END', wrap('END:VEVENT')],
  ['a line after the calendar', `${wrap()}\nSUMMARY:x`],
  ['two calendars in one file', `${wrap()}\n${wrap()}`],
  ['a line without a value', wrap('SUMMARY')],
  ['components nested too deep', wrap(...Array(9).fill('BEGIN:X'), ...Array(9).fill('END:X'))],
])('%s is refused', (_, text) => {
  expect(codeOf(text)).toBe('not_a_calendar');
});

test('any text is folded at 75 octets and parsed back unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (given) => {
      const text = unescapeText(escapeText(given));
      const written = formatLines(['BEGIN:VCALENDAR', `X:${escapeText(text)}`, 'END:VCALENDAR']);
      for (const line of written.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(76);
      const read = parseCalendar(written);
      expect(read.ok && unescapeText(read.value.properties[0]?.value ?? '')).toBe(text);
    }),
    { numRuns: 1_000 },
  );
});

const fragments = fc.constantFrom(
  'BEGIN:VEVENT', 'END:VEVENT', 'UID:a', 'UID:b', 'SUMMARY:Walk', 'DTSTART:20260101T100000',
  'DTSTART;VALUE=DATE:20260230', 'DTSTART;TZID=Mars/X:20260101T100000', 'DTEND:20260101T090000Z',
  'DURATION:PT1H', 'DURATION:-P1D', 'RRULE:FREQ=WEEKLY;COUNT=3', 'RRULE:FREQ=SECONDLY',
  'RRULE:FREQ=DAILY;UNTIL=20270101T000000Z', 'EXDATE:20260108T100000', 'EXDATE:x',
  'RECURRENCE-ID:20260108T100000', 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260108T100000',
  'STATUS:CANCELLED', 'RDATE:20260101', ' folded', 'BEGIN:VALARM', 'END:VALARM', ':', ';', '\\', '',
); // biome-ignore format: a list

test('any combination of lines is either parsed or refused with a message', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 8, arbitrary: fragments }, fc.string()), { maxLength: 30 }),
      (lines) => {
        const read = parseCalendar(wrap(...lines));
        if (!read.ok) return;
        for (const event of parseEvents(read.value, 'Europe/Oslo', createBudget(100_000))) {
          if (event.read.ok) expect(event.read.value.end >= event.read.value.start).toBe(true);
          else expect(event.read.refusal.message).not.toBe('');
        }
      },
    ),
    { numRuns: 5_000 },
  );
});
