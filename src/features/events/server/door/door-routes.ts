import type { Id } from '#kit/id.ts';
import { notFound, ok, refuse } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Api } from '#server/http/serve.ts';
import { type Attendance, applyChange } from '../../door/attendance.ts';
import { doorCalls } from '../../door/door-contract.ts';
import { mayKeepDoor } from '../../rights/may-keep-door.ts';
import { isStillMember, lockOccurrence } from '../rsvp/occurrence-capacity.ts';
import { findAttendance, findDoorEvent, listDoorPeople, saveAttendance } from './door-store.ts';

export function doorRoutes(api: Api): void {
  api.serve(doorCalls.list, async ({ db, caller, params }) => {
    const { chapterId } = caller;
    const found = await findDoorEvent(db, chapterId, params.occurrenceId);
    if (!found) return notFound('Event');
    const { hostId, ...event } = found;
    if (!mayKeepDoor(caller, hostId)) return notAtDoor;
    return ok({ event, people: await listDoorPeople(db, chapterId, params.occurrenceId) });
  });

  api.serve(doorCalls.change, async ({ tx, caller, params, body, now, newId }) => {
    const { chapterId, memberId: callerId } = caller;
    const { occurrenceId } = params;
    const { memberId, ...change } = body;
    const event = await findDoorEvent(tx, chapterId, occurrenceId);
    if (!event) return notFound('Event');
    if (!mayKeepDoor(caller, event.hostId)) return notAtDoor;
    const isMember = await isStillMember(tx, chapterId, memberId);
    // Locked, so that changes from several phones happen one after another.
    const occurrence = await lockOccurrence(tx, chapterId, occurrenceId);
    if (!occurrence) return notFound('Event');
    const before = await findAttendance(tx, chapterId, occurrenceId, memberId);
    // Members who left the chapter since they were checked in can still be changed.
    if (!isMember && !before) return notFound('Member');
    const by = { memberId: callerId, now };
    const { outcome, after } = applyChange(before, change, by);
    if (outcome === 'applied' && after) {
      if (occurrence.isCanceled) return canceled;
      await saveAttendance(tx, chapterId, occurrenceId, memberId, after);
      await auditWork(
        { tx, caller, now, newId },
        {
          action: nameAction(before, after),
          kind: 'occurrence',
          id: occurrenceId,
          before: before && toAuditValue(before, memberId),
          after: toAuditValue(after, memberId),
        },
      );
    }
    const [person] = await listDoorPeople(tx, chapterId, occurrenceId, memberId);
    return person ? ok({ outcome, person }) : notFound('Member');
  });
}

const notAtDoor = refuse(
  'forbidden',
  'forbidden',
  'Only the host of this event, treasurers and admins can do this',
);
const canceled = refuse('conflict', 'event_canceled', 'This event was canceled');

function nameAction(before: Attendance | undefined, after: Attendance) {
  if (!after.isHere) return 'attendance.undo';
  return before?.isHere ? 'attendance.change' : 'attendance.check-in';
}

function toAuditValue(
  { isHere, guests, notedAt }: Attendance,
  memberId: Id<'member'>,
): Record<string, unknown> {
  return { memberId, isHere, guests, notedAt };
}
