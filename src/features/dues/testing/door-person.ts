import type { DoorPerson } from '#features/events/door/door-contract.ts';
import type { Id } from '#kit/id.ts';

/** `came`: with so many guests. */
type Facts = { guests?: number; answer?: 'going' | 'maybe'; waits?: boolean; came?: number };

/** Someone on the door list of an event. */
export function makeDoorPerson(
  memberId: Id<'member'>,
  { guests = 0, answer = 'going', waits, came }: Facts = {},
): DoorPerson {
  return {
    memberId,
    name: 'Ann Ash',
    rsvp: {
      answer,
      guests,
      status: waits ? 'waitlisted' : 'confirmed',
      position: waits ? 1 : null,
      answeredAt: '2027-01-01T12:00:00.000Z',
    },
    attendance:
      came === undefined
        ? null
        : {
            isHere: true,
            guests: came,
            notedAt: '2027-01-02T12:00:00.000Z',
            notedBy: 'Host',
            version: 1,
          },
  };
}
