/** Whom the date of an event gives a reason to charge. */
import type { DoorPerson } from '#features/events/door/door-contract.ts';
import type { Id } from '#kit/id.ts';

/** Who had a spot and did not come. Empty if no one was checked in at all: then it is unknown. */
export function listAbsent(people: readonly DoorPerson[]): Id<'member'>[] {
  if (!people.some(({ attendance }) => attendance?.isHere)) return [];
  return people
    .filter(({ rsvp, attendance }) => isExpected(rsvp) && !attendance?.isHere)
    .map(({ memberId }) => memberId);
}

/** Who brought how many guests; without anyone checked in, who wanted to. */
export function countGuests(people: readonly DoorPerson[]): ReadonlyMap<Id<'member'>, number> {
  const isNoted = people.some(({ attendance }) => attendance?.isHere);
  const counts = people.map(({ memberId, rsvp, attendance }) => {
    const came = attendance?.isHere ? attendance.guests : 0;
    const expected = isExpected(rsvp) ? (rsvp?.guests ?? 0) : 0;
    return [memberId, isNoted ? came : expected] as const;
  });
  return new Map(counts.filter(([, guests]) => guests > 0));
}

function isExpected(rsvp: DoorPerson['rsvp']): boolean {
  return rsvp?.answer === 'going' && rsvp.status === 'confirmed';
}
