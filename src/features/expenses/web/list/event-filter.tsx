import { useEffect } from 'react';
import type { Id } from '#kit/id.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useIsLater } from '#web/ui/use-is-later.ts';
import { useEventChoices } from '../form/event-choice.ts';

const allValue = 'all';

/** Filters by event. The events are read after the list, before anyone has opened theirs. */
export function EventFilter({
  eventId,
  title = 'One event',
  onChange,
}: {
  eventId: Id<'event'> | undefined;
  /** Of that event, once it is known. */
  title: string | undefined;
  onChange: (eventId: Id<'event'> | undefined) => void;
}) {
  const { choices, isFailed } = useEventChoices(undefined, useIsLater());
  useEffect(() => {
    if (isFailed) toast.error('Failed to load events');
  }, [isFailed]);
  const options = choices.map(({ id, title, date }) => ({
    value: id,
    label: `${title} - ${date}`,
  }));
  // The address may contain an event of another year.
  const isKnown = eventId === undefined || choices.some((choice) => choice.id === eventId);
  return (
    <Select
      label="Filter by Event"
      isLabelHidden
      look="toolbar"
      options={[
        { value: allValue, label: 'All expenses' },
        ...(isKnown ? [] : [{ value: eventId, label: title }]),
        ...options,
      ]}
      value={eventId ?? allValue}
      onValueChange={(value) => onChange(value === allValue ? undefined : value)}
    />
  );
}
