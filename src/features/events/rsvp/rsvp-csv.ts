import { formatCsv } from '#kit/csv.ts';
import { type Instant, instantToLocal } from '#kit/day.ts';
import { buildFileName } from '../file-name.ts';
import type { GivenAnswer } from './rsvp-contract.ts';
import { answerLabels } from './rsvp-labels.ts';

/**
 * All RSVPs as CSV, in the order of the list, with times on the clock of the event, and with ids, because people may
 * share a name.
 */
export function formatRsvpCsv(answers: readonly GivenAnswer[], zone: string): string {
  return formatCsv([
    ['Name', 'RSVP', 'Guests', 'Waitlist', 'Responded at', 'User ID'],
    ...answers.map(({ memberId, name, answer, guests, position, answeredAt }) => [
      name,
      answerLabels[answer],
      String(guests),
      position === null ? '' : String(position),
      formatCsvTime(answeredAt, zone),
      memberId,
    ]),
  ]);
}

/** As spreadsheets read a time: '2026-11-20 18:00'. */
export function formatCsvTime(at: Instant, zone: string): string {
  return instantToLocal(at, zone).replace('T', ' ');
}

/** 'Harbor dinner RSVPs.csv' */
export function buildCsvFileName(title: string): string {
  return `${buildFileName(title)} RSVPs.csv`;
}
