import { expect, test } from 'vitest';
import { testId } from '#kit/testing/test-id.ts';
import { answersCsv, csvFileName } from './rsvp-csv.ts';

test('the table has everybody in the order of the list, and nobody’s name is a formula', () => {
  const answeredAt = '2026-11-20T18:00:00.000Z';
  const answer = { memberId: testId('m'), answeredAt, guests: 0, position: null } as const;
  const csv = answersCsv([
    { ...answer, name: 'Maya Chen', answer: 'going', guests: 2, status: 'confirmed' },
    { ...answer, name: '=HYPERLINK("x")', answer: 'going', status: 'waitlisted', position: 1 },
    { ...answer, name: 'Becker, Tom', answer: 'not-going', status: 'confirmed' },
  ]);
  expect(csv.split('\r\n')).toEqual([
    '﻿Name,RSVP,Guests,Waitlist,Responded at',
    `Maya Chen,Going,2,,${answeredAt}`,
    `"'=HYPERLINK(""x"")",Going,0,1,${answeredAt}`,
    `"Becker, Tom",Not going,0,,${answeredAt}`,
    '',
  ]);
});

test('the file is called like the event, as far as file systems allow', () => {
  expect(csvFileName('Harbor dinner')).toBe('Harbor dinner RSVPs.csv');
  expect(csvFileName('A/B: "what?"')).toBe('A B what RSVPs.csv');
  expect(csvFileName('///')).toBe('Event RSVPs.csv');
});
