/** Whom the date of an event gives a reason to charge. */
import type { DoorPerson } from '#features/events/door/door-contract.ts';
import type { Id } from '#kit/id.ts';

/** If no one was checked in at all, who came is unknown. */
export function isAnyoneHere(people: readonly DoorPerson[]): boolean {
  return people.some(({ attendance }) => attendance?.isHere);
}

/** Who had a spot and did not come, as far as is known. */
export function listAbsent(people: readonly DoorPerson[]): Id<'member'>[] {
  if (!isAnyoneHere(people)) return [];
  return people
    .filter(({ rsvp, attendance }) => isExpected(rsvp) && !attendance?.isHere)
    .map(({ memberId }) => memberId);
}

/** Who brought how many guests; without anyone checked in, who wanted to. */
export function countGuests(people: readonly DoorPerson[]): ReadonlyMap<Id<'member'>, number> {
  const isNoted = isAnyoneHere(people);
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
