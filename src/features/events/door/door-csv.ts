import { formatCsv } from '#kit/csv.ts';
import { formatCsvTime } from '../rsvp/rsvp-csv.ts';
import { answerLabels } from '../rsvp/rsvp-labels.ts';
import type { DoorList } from './door-contract.ts';

/** Everyone who replied or came, by name, with who was checked in, and with ids, because people may share a name. */
export function formatDoorCsv({ event, people }: DoorList): string {
  const listed = people.filter(({ rsvp, attendance }) => rsvp || attendance?.isHere);
  return formatCsv([
    [
      'Name',
      'RSVP',
      'Guests',
      'Waitlist',
      'Responded at',
      'Guest limit',
      'Here',
      'Guests here',
      'Checked in at',
      'Checked in by',
      'User ID',
    ],
    ...listed.map(({ memberId, name, rsvp, attendance }) => [
      name,
      rsvp ? answerLabels[rsvp.answer] : '',
      String(rsvp?.guests ?? 0),
      rsvp?.position ? String(rsvp.position) : '',
      rsvp ? formatCsvTime(rsvp.answeredAt, event.timeZone) : '',
      String(event.maxGuests),
      attendance?.isHere ? 'Yes' : 'No',
      attendance?.isHere ? String(attendance.guests) : '',
      attendance?.isHere ? formatCsvTime(attendance.notedAt, event.timeZone) : '',
      attendance?.isHere ? attendance.notedBy : '',
      memberId,
    ]),
  ]);
}
