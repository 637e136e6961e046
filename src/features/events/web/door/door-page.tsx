import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { plural } from '#kit/counts.ts';
import { formatDay, localToDay, toInstant } from '#kit/day.ts';
import { type Id, isId } from '#kit/id.ts';
import { CallError, isNotFound } from '#web/api/call-error.ts';
import { newId } from '#web/api/new-id.ts';
import { CsvButton } from '#web/screen/csv-button.tsx';
import { useToday } from '#web/screen/use-today.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { Card } from '#web/ui/card.tsx';
import { SearchField } from '#web/ui/fields/search-field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EmptyState } from '#web/ui/states/empty-state.tsx';
import { QueryFailure, StaleNotice } from '#web/ui/states/query-view.tsx';
import { LoadingRows } from '#web/ui/states/skeleton.tsx';
import type { DoorList } from '../../door/door-contract.ts';
import { formatDoorCsv } from '../../door/door-csv.ts';
import { type ShownPerson, showPending } from '../../door/pending-changes.ts';
import { formatWhen } from '../../format-times.ts';
import { buildCsvFileName } from '../../rsvp/rsvp-csv.ts';
import { countHeads, groupPeople } from './door-groups.ts';
import { doorQuery } from './door-query.ts';
import { DoorRow, type NotePerson } from './door-row.tsx';
import { useDoorQueue } from './use-door-queue.ts';

/** How often the list is read while it is open, so that two phones show the same. */
const refreshMilliseconds = 5_000;

/** Who is expected at an event and who is here, for a phone at the door. */
export function DoorPage() {
  const { occurrenceId } = useParams({ from: '/door/$occurrenceId' });
  if (!isId<'occurrence'>(occurrenceId)) return <NoDoor />;
  return <Door occurrenceId={occurrenceId} />;
}

function Door({ occurrenceId }: { occurrenceId: Id<'occurrence'> }) {
  const door = useQuery({ ...doorQuery(occurrenceId), refetchInterval: refreshMilliseconds });
  if (isNotFound(door.error)) return <NoDoor />;
  if (door.error instanceof CallError && door.error.status === 403) return <NotForYou />;
  if (door.data) {
    return (
      <>
        <StaleNotice title="Couldn't refresh the door list." query={door} className="mb-4" />
        <OpenDoor list={door.data} occurrenceId={occurrenceId} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="Door List" />
      <Card label="Door list" isFlush={door.isPending}>
        {door.isPending ? (
          <LoadingRows label="Loading the door list..." rows={8} />
        ) : (
          <QueryFailure title="Couldn't load the door list." query={door} />
        )}
      </Card>
    </>
  );
}

function OpenDoor({ list, occurrenceId }: { list: DoorList; occurrenceId: Id<'occurrence'> }) {
  const { event } = list;
  const { queue, pending } = useDoorQueue(occurrenceId);
  const [search, setSearch] = useState('');
  const people = showPending(list.people, pending);
  const { here, expected } = countHeads(people);
  const { going, waitlist, walkIns, others } = groupPeople(people, search);
  const note: NotePerson = ({ memberId }, isHere, guests) => {
    const person = list.people.find((each) => each.memberId === memberId);
    if (!person) return;
    const at = toInstant(Temporal.Now.instant());
    queue.press(person, { changeId: newId() as Id<'change'>, isHere, guests, at });
  };
  const isFound = [going, waitlist, walkIns, others].some(({ length }) => length > 0);
  const row = { timeZone: event.timeZone, onNote: event.isCanceled ? undefined : note };
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={<span className="wrap-anywhere">{event.title}</span>}
        subtitle={`Door list · ${formatWhen(event, { thisYear: Temporal.Now.plainDateISO(event.timeZone).year })}`}
        actions={
          <>
            <CsvButton
              fileName={buildCsvFileName(event.title)}
              noun="person"
              read={async () => ({
                text: formatDoorCsv(list),
                count: list.people.filter(({ rsvp, attendance }) => rsvp ?? attendance).length,
                isComplete: true,
              })}
            />
            <LinkButton
              to="/events"
              search={{
                event: event.eventId,
                occurrence: occurrenceId,
                eventCalendar: event.calendarId,
              }}
              size="sm"
            >
              Event Details
            </LinkButton>
          </>
        }
      />
      <Notices event={event} unsent={pending.length} />
      <div className="sticky top-15 z-2 -mx-1 mb-4 flex flex-col gap-2 bg-page px-1 py-2">
        <p role="status" className="tabular text-title font-semibold">
          {here} of {expected} here
        </p>
        <SearchField
          value={search}
          onValueChange={setSearch}
          placeholder="Search members..."
          className="[&_input]:h-12 [&_input]:text-base"
        />
      </div>
      <Card label="Door list" isFlush>
        <DoorGroup name="Going" people={going} row={row} />
        <DoorGroup name="Waitlist" people={waitlist} row={row} />
        <DoorGroup name="Walk-Ins" people={walkIns} row={row} />
        <DoorGroup name="Not on the List" people={others} row={row} />
        {!isFound && (
          <EmptyState title={search.trim() === '' ? 'No one is expected yet' : 'No member found'}>
            {search.trim() === ''
              ? 'Search for a member to check in someone who comes anyway.'
              : 'Only members of the chapter can be checked in, with their guests.'}
          </EmptyState>
        )}
      </Card>
    </div>
  );
}

function Notices({ event, unsent }: { event: DoorList['event']; unsent: number }) {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const today = useToday(event.timeZone);
  const [first, last] = [localToDay(event.localStart), localToDay(event.localEnd)];
  return (
    <div className="mb-4 flex flex-col gap-2 empty:hidden">
      {event.isCanceled && (
        <Notice tone="warn">This event was canceled. No one can be checked in.</Notice>
      )}
      {!event.isCanceled && (today < first || today > last) && (
        <Notice>
          Not today: this event is on {formatDay(first)}. You can still check people in.
        </Notice>
      )}
      <div role="status" className="empty:hidden">
        {(unsent > 0 || !isOnline) && (
          <Notice tone="warn">
            {!isOnline && 'No connection. '}
            {unsent > 0
              ? `${plural(unsent, 'check-in')} not sent yet. They're kept in this browser and sent when the connection is back.`
              : 'Check-ins are kept in this browser and sent when it is back.'}
          </Notice>
        )}
      </div>
    </div>
  );
}

function subscribeToNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

function DoorGroup({
  name,
  people,
  row,
}: {
  name: string;
  people: readonly ShownPerson[];
  row: { timeZone: string; onNote: NotePerson | undefined };
}) {
  if (people.length === 0) return null;
  return (
    <section aria-label={name}>
      <h2 className="bg-band tabular border-y border-soft px-4 py-2 text-xs font-semibold text-second sm:px-5">
        {name} ({people.length})
      </h2>
      <ul aria-label={name} className="divide-y divide-soft">
        {people.map((person) => (
          <DoorRow key={person.memberId} person={person} {...row} />
        ))}
      </ul>
    </section>
  );
}

function NoDoor() {
  return (
    <EmptyState title="Event not found" action={<LinkButton to="/events">All Events</LinkButton>}>
      It may have been deleted.
    </EmptyState>
  );
}

function NotForYou() {
  return (
    <EmptyState
      title="This door list is not for you"
      action={<LinkButton to="/events">All Events</LinkButton>}
    >
      Only the host of the event, treasurers and admins can see it.
    </EmptyState>
  );
}
