import { useEffect } from 'react';
import type { Id } from '#kit/id.ts';
import { Select } from '#web/ui/fields/select.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useEventChoices } from '../form/event-choice.ts';

const everything = 'all';

/** 'All expenses', or those of one event. */
export function EventFilter({
  eventId,
  onChange,
}: {
  eventId: Id<'event'> | undefined;
  onChange: (eventId: Id<'event'> | undefined) => void;
}) {
  const { choices, isFailed } = useEventChoices();
  useEffect(() => {
    if (isFailed) toast.error('Failed to load events');
  }, [isFailed]);
  const options = choices.map(({ id, title, date }) => ({
    value: id,
    label: `${title} - ${date}`,
  }));
  // An address may name an event of another year.
  const isKnown = eventId === undefined || choices.some((choice) => choice.id === eventId);
  return (
    <Select
      label="Filter by Event"
      isLabelHidden
      look="toolbar"
      options={[
        { value: everything, label: 'All expenses' },
        ...(isKnown ? [] : [{ value: eventId, label: 'One event' }]),
        ...options,
      ]}
      value={eventId ?? everything}
      onValueChange={(value) => onChange(value === everything ? undefined : value)}
    />
  );
}
