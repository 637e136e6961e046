import { plural } from '#kit/counts.ts';

/** 'Up to 2 guests' or 'No guests'. */
export function describeMaxGuests(maxGuests: number): string {
  return maxGuests === 0 ? formatGuests(0) : `Up to ${plural(maxGuests, 'guest')}`;
}

export function formatGuests(guests: number): string {
  if (guests === 0) return 'No guests';
  return plural(guests, 'guest');
}
