import { formatCsv } from '#kit/csv.ts';
import type { GivenAnswer } from './rsvp-contract.ts';
import { answerLabels } from './rsvp-labels.ts';

/** All RSVPs as CSV, in the order of the list. */
export function formatRsvpCsv(answers: readonly GivenAnswer[]): string {
  return formatCsv([
    ['Name', 'RSVP', 'Guests', 'Waitlist', 'Responded at'],
    ...answers.map(({ name, answer, guests, position, answeredAt }) => [
      name,
      answerLabels[answer],
      String(guests),
      position === null ? '' : String(position),
      answeredAt,
    ]),
  ]);
}

/** 'Harbor dinner RSVPs.csv', without characters that file systems reject. */
export function buildCsvFileName(title: string): string {
  const name = title
    .replaceAll(/[\p{Cc}\s<>:"/\\|?*]+/gu, ' ')
    .trim()
    .slice(0, 80);
  return `${name || 'Event'} RSVPs.csv`;
}
