import type { OccurrenceRsvp } from './occurrence-rsvp.ts';
import { placesLeft } from './rsvp.ts';

/** '12 attending', and what else somebody who thinks of coming wants to know; later '12 attended'. */
export function attendanceWords(rsvp: OccurrenceRsvp, { isOver = false } = {}): string {
  if (isOver) return `${count(rsvp.going)} attended`;
  const left = placesLeft(rsvp);
  const parts = [`${count(rsvp.going)} attending`];
  if (left !== null && rsvp.isOpen) parts.push(placesWords(left));
  if (rsvp.waitlisted > 0) parts.push(`${count(rsvp.waitlisted)} on the waitlist`);
  return parts.join(' · ');
}

function placesWords(left: number): string {
  if (left === 0) return 'full';
  return left === 1 ? '1 spot left' : `${count(left)} spots left`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
