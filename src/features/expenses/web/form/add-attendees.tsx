import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useFormContext, useWatch } from 'react-hook-form';
import { doorCalls } from '#features/events/door/door-contract.ts';
import type { Occurrence } from '#features/events/occurrence.ts';
import { mayKeepDoor } from '#features/events/rights/may-keep-door.ts';
import { rsvpCalls } from '#features/events/rsvp/rsvp-contract.ts';
import { eventQuery } from '#features/events/web/shared/event-query.ts';
import { membersQuery } from '#features/members/web/queries.ts';
import { formatDay, localToDay, toDay, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { describeFailure } from '#web/api/call-error.ts';
import { useSession } from '#web/api/session.ts';
import { Button } from '#web/ui/actions/button.tsx';
import { findNearestOccurrence } from './event-choice.ts';
import type { ExpenseForm } from './expense-form.ts';

/**
 * Adds the attendees of the linked event to the participants: those who were checked in at the door,
 * if the member may read its list and anyone was, and otherwise those who are going, unless their names are
 * hidden from the member. For a recurring event, uses the occurrence nearest to the expense's day.
 */
export function AddAttendees({
  eventId,
  occurrences,
}: {
  eventId: Id<'event'>;
  occurrences: readonly Occurrence[];
}) {
  const day = useWatch<ExpenseForm, 'day'>({ name: 'day' });
  const { chapter } = useSession();
  const occurrence = findNearestOccurrence(
    occurrences,
    eventId,
    day || toDay(Temporal.Now.plainDateISO(chapter.timeZone)),
  );
  // Remounted for another occurrence, so that the previous result disappears.
  return occurrence && <AddAttendeesButton key={occurrence.occurrenceId} occurrence={occurrence} />;
}

function AddAttendeesButton({ occurrence }: { occurrence: Occurrence }) {
  const { calendarId, eventId, occurrenceId, occurrenceStartDate, localStart } = occurrence;
  const { me } = useSession();
  const keepsDoor = mayKeepDoor(me, occurrence.createdByUserId);
  const event = useQuery({
    ...eventQuery(calendarId, eventId, occurrenceId),
    enabled: !keepsDoor,
  });
  const hasBegun = occurrenceStartDate <= toInstant(Temporal.Now.instant());
  const readsDoor = hasBegun && keepsDoor;
  const client = useQueryClient();
  const { getValues, setValue } = useFormContext<ExpenseForm>();
  const add = useMutation({
    mutationFn: async () => {
      const params = { occurrenceId };
      const door = readsDoor ? await call(doorCalls.list, { params }) : undefined;
      const present = door?.people.filter(({ attendance }) => attendance?.isHere) ?? [];
      const people = present.length > 0 ? present : await readGoing(occurrenceId);
      const listed = client.getQueryData(membersQuery.queryKey)?.items.map(({ id }) => id);
      const attendees = people
        .map(({ memberId }) => memberId)
        .filter((id) => listed?.includes(id) ?? true);
      const before = getValues('participants');
      const added = attendees.filter((id) => !before.includes(id));
      const participants = [...before, ...added];
      setValue('participants', participants, { shouldDirty: true, shouldValidate: true });
      const result = describeResult(attendees.length, added.length);
      return door && present.length === 0 && attendees.length > 0
        ? `${result} No one was checked in, so these are all who are going.`
        : result;
    },
  });
  const error = add.error ?? event.error;
  // What they would be given is their own RSVP alone.
  if (!keepsDoor && event.data?.hidesNames) {
    return <span className="text-xs text-third">The host has hidden who is coming.</span>;
  }
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        size="sm"
        icon={<UserPlus aria-hidden="true" />}
        disabled={!keepsDoor && !event.data}
        isBusy={add.isPending}
        busyLabel="Adding..."
        onClick={() => add.mutate()}
      >
        {readsDoor ? 'Everyone Who Came' : 'Everyone Going'}
      </Button>
      <span role="status" className="text-xs text-third">
        {add.data ?? `On ${formatDay(localToDay(localStart))}`}
      </span>
      {error && (
        <span role="alert" className="text-xs text-owes">
          Couldn't load attendees. {describeFailure(error)}
        </span>
      )}
    </span>
  );
}

async function readGoing(occurrenceId: Occurrence['occurrenceId']) {
  const { items } = await call(rsvpCalls.answers, { params: { occurrenceId } });
  return items.filter(({ answer, status }) => answer === 'going' && status === 'confirmed');
}

function describeResult(attendees: number, added: number): string {
  if (attendees === 0) return "No one has RSVP'd yet.";
  return added === 0
    ? 'All attendees are already included.'
    : `${added} added to the participants.`;
}
