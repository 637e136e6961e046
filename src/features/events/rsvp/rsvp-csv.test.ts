import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { buildCsvFileName, formatRsvpCsv } from './rsvp-csv.ts';

test('the CSV lists every RSVP in order and escapes names that look like formulas', () => {
  // Still the 19th in Los Angeles.
  const answeredAt = '2026-11-20T05:00:00.000Z';
  const answer = {
    memberId: testId('m'),
    answeredAt,
    guests: 0,
    position: null,
    isNew: false,
  } as const;
  const csv = formatRsvpCsv(
    [
      { ...answer, name: 'Maya Chen', answer: 'going', guests: 2, status: 'confirmed' },
      { ...answer, name: '=HYPERLINK("x")', answer: 'going', status: 'waitlisted', position: 1 },
      { ...answer, name: 'Becker, Tom', answer: 'not-going', status: 'confirmed' },
    ],
    'America/Los_Angeles',
  );
  expect(csv.split('\r\n')).toEqual([
    '﻿Name,RSVP,Guests,Waitlist,Responded at,User ID',
    `Maya Chen,Going,2,,2026-11-19 21:00,${testId('m')}`,
    `"'=HYPERLINK(""x"")",Going,0,1,2026-11-19 21:00,${testId('m')}`,
    `"Becker, Tom",Not going,0,,2026-11-19 21:00,${testId('m')}`,
    '',
  ]);
});

test('the file is named after the event, without characters that file systems reject', () => {
  expect(buildCsvFileName('Harbor dinner')).toBe('Harbor dinner RSVPs.csv');
  expect(buildCsvFileName('A/B: "what?"')).toBe('A B what RSVPs.csv');
  expect(buildCsvFileName('///')).toBe('Event RSVPs.csv');
  // No half of a letter, which a file system would refuse.
  expect(buildCsvFileName(`${'x'.repeat(79)}🎉`)).toBe(`${'x'.repeat(79)} RSVPs.csv`);
});
