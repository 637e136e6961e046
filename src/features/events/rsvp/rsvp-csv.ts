import { csvOf } from '#kit/csv.ts';
import type { GivenAnswer } from './rsvp-contract.ts';
import { answerNames } from './rsvp-words.ts';

/** Everybody's answers as a table for a spreadsheet, in the order of the list. */
export function answersCsv(answers: readonly GivenAnswer[]): string {
  return csvOf([
    ['Name', 'RSVP', 'Guests', 'Waitlist', 'Responded at'],
    ...answers.map(({ name, answer, guests, position, answeredAt }) => [
      name,
      answerNames[answer],
      String(guests),
      position === null ? '' : String(position),
      answeredAt,
    ]),
  ]);
}

/** 'Harbor dinner answers.csv', without what file systems do not take. */
export function csvFileName(title: string): string {
  const name = title
    .replaceAll(/[\p{Cc}\s<>:"/\\|?*]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return `${name || 'Event'} RSVPs.csv`;
}
