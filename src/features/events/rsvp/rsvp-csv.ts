import { formatCsv } from '#kit/csv.ts';
import { buildFileName } from '../file-name.ts';
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

/** 'Harbor dinner RSVPs.csv' */
export function buildCsvFileName(title: string): string {
  return `${buildFileName(title)} RSVPs.csv`;
}
