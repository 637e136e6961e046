import { formatCount, plural } from '#kit/words.ts';
import type { OccurrenceRsvp } from './occurrence-rsvp.ts';
import { placesLeft } from './rsvp.ts';

/** '12 attending', and what else somebody who thinks of coming wants to know; later '12 attended'. */
export function attendanceWords(rsvp: OccurrenceRsvp, { isOver = false } = {}): string {
  if (isOver) return `${formatCount(rsvp.going)} attended`;
  const left = placesLeft(rsvp);
  const parts = [`${formatCount(rsvp.going)} attending`];
  if (left !== null && rsvp.isOpen) parts.push(placesWords(left));
  if (rsvp.waitlisted > 0) parts.push(`${formatCount(rsvp.waitlisted)} on the waitlist`);
  return parts.join(' · ');
}

function placesWords(left: number): string {
  if (left === 0) return 'full';
  return `${plural(left, 'spot')} left`;
}
