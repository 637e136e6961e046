import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allCalendars, eventsBetweenQuery } from '#features/events/web/queries.ts';
import { addDays } from '#kit/calendar/month.ts';
import { plural } from '#kit/counts.ts';
import { formatDay, localToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Combobox } from '#web/ui/fields/combobox.tsx';
import { countGuests, isAnyoneHere, listAbsent } from '../../event-people.ts';
import { doorQuery } from '../queries.ts';
import type { ChargeContext, ChargeForm } from './charge-form.ts';

/** Events of so many days back are offered. */
const daysBack = 90;
const none = 'none';

/** The date of an event that the charge is for, and whom it gives a reason to charge: no-shows and guests. */
export function EventChoices({
  form,
  context: { members, today },
  onChange,
  onChoose,
}: {
  form: ChargeForm;
  context: ChargeContext;
  onChange: (changes: Partial<ChargeForm>) => void;
  onChoose: (ids: ReadonlySet<Id<'member'>>, more?: Partial<ChargeForm>) => void;
}) {
  const [isOpen, setOpen] = useState(form.occurrenceId !== null);
  const events = useQuery({
    ...eventsBetweenQuery(isOpen ? allCalendars : undefined, addDays(today, -daysBack), today),
  });
  const { occurrenceId } = form;
  const door = useQuery({
    ...doorQuery(occurrenceId as Id<'occurrence'>),
    enabled: occurrenceId !== null,
  });
  const people = door.data?.people ?? [];
  if (!isOpen) {
    return (
      <TextButton className="text-xs font-medium" onClick={() => setOpen(true)}>
        For an Event...
      </TextButton>
    );
  }
  const known = new Set(members.map(({ id }) => id));
  const absent = listAbsent(people).filter((id) => known.has(id));
  const guests = new Map([...countGuests(people)].filter(([id]) => known.has(id)));
  const isNoted = isAnyoneHere(people);
  const occurrences = (events.data ?? []).toReversed();
  return (
    <div className="flex flex-col gap-1.5">
      <Combobox<Id<'occurrence'> | typeof none>
        label="Event"
        options={[
          { value: none, label: 'No event' },
          ...occurrences.map(({ occurrenceId: id, title, localStart }) => ({
            value: id,
            label: `${title} - ${formatDay(localToDay(localStart))}`,
          })),
        ]}
        value={occurrenceId ?? none}
        onValueChange={(value) => onChange({ occurrenceId: value === none ? null : value })}
        noMatch="No event has this name."
        help={events.isError || door.isError ? "Couldn't load the event." : undefined}
      />
      {door.data && (
        <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-second">
          {!isNoted && 'No one was checked in.'}
          {absent.length > 0 && (
            <TextButton className="font-medium" onClick={() => onChoose(new Set(absent))}>
              {plural(absent.length, 'Member')} Who Did Not Come
            </TextButton>
          )}
          {guests.size > 0 && (
            <TextButton
              className="font-medium"
              onClick={() => onChoose(new Set(guests.keys()), { guests })}
            >
              {plural(guests.size, 'Member')} Who {isNoted ? 'Brought' : 'Announced'} Guests
            </TextButton>
          )}
          {isNoted &&
            absent.length === 0 &&
            guests.size === 0 &&
            'Everyone who was expected came, without guests.'}
        </p>
      )}
    </div>
  );
}
