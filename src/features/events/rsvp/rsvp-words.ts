/** What is said about answers, wherever they are shown. */

import { plural } from '#kit/words.ts';
import type { OccurrenceRsvp, RsvpAnswer } from './occurrence-rsvp.ts';

export const answerNames: Readonly<Record<RsvpAnswer, string>> = {
  going: 'Going',
  maybe: 'Maybe',
  'not-going': 'Not going',
};

type Mine = NonNullable<OccurrenceRsvp['mine']>;

/** One's own answer: 'Going +2', 'Waitlist: number 3'; when it is over, what it was. */
export function ownAnswerWords({ answer, guests, status, position }: Mine): string {
  if (status === 'waitlisted') return `Waitlist: #${position ?? '…'}`;
  return guests > 0 ? `${answerNames[answer]} +${guests}` : answerNames[answer];
}

export function guestsWords(guests: number): string {
  if (guests === 0) return 'No guests';
  return plural(guests, 'guest');
}
