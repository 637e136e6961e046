import type { OccurrenceRsvp, RsvpAnswer } from './occurrence-rsvp.ts';

export const answerLabels: Readonly<Record<RsvpAnswer, string>> = {
  going: 'Going',
  maybe: 'Maybe',
  'not-going': 'Not going',
};

type Mine = NonNullable<OccurrenceRsvp['mine']>;

/** 'Going', 'Going +2' or 'Waitlist: #3'. */
export function describeOwnRsvp({ answer, guests, status, position }: Mine): string {
  if (status === 'waitlisted') return `Waitlist: #${position ?? '…'}`;
  return guests > 0 ? `${answerLabels[answer]} +${guests}` : answerLabels[answer];
}
