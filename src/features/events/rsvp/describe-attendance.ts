import { formatCount, plural } from '#kit/counts.ts';
import type { OccurrenceRsvp } from './occurrence-rsvp.ts';
import { countSpotsLeft } from './rsvp.ts';

/** '12 attending · 3 spots left · 2 on the waitlist', or '12 attended' once it is over. */
export function describeAttendance(rsvp: OccurrenceRsvp, { hasEnded = false } = {}): string {
  if (hasEnded) return `${formatCount(rsvp.going)} attended`;
  const left = countSpotsLeft(rsvp);
  const parts = [`${formatCount(rsvp.going)} attending`];
  if (left !== null && rsvp.isOpen) parts.push(formatSpotsLeft(left));
  if (rsvp.waitlisted > 0) parts.push(`${formatCount(rsvp.waitlisted)} on the waitlist`);
  return parts.join(' · ');
}

function formatSpotsLeft(left: number): string {
  if (left === 0) return 'full';
  return `${plural(left, 'spot')} left`;
}
