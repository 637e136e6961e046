import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Id } from '#kit/id.ts';
import type { EventDetail } from '../../event.ts';
import { EditEventDialog } from '../form/edit-event-dialog.tsx';
import { eventQuery } from '../queries.ts';
import { DeleteEventDialog } from './delete-event-dialog.tsx';

/** A dialog about an event; where there is none any more the address forgets the dialog. */
export function AboutEvent({
  dialog,
  calendarId,
  eventId,
  occurrenceId,
  open,
  onClose,
  onSaved,
  onDeleted,
}: {
  dialog: 'edit' | 'delete';
  calendarId: Id;
  eventId: Id;
  occurrenceId: Id | undefined;
  open: boolean;
  onClose: () => void;
  onSaved: (saved: EventDetail) => void;
  onDeleted: () => void;
}) {
  const event = useQuery({ ...eventQuery(calendarId, eventId, occurrenceId), enabled: open });
  const hasNone = open && event.isError && !event.data;
  useEffect(() => {
    if (hasNone) onClose();
  }, [hasNone, onClose]);
  if (!event.data) return null;
  const about = { event: event.data, open, onClose };
  return dialog === 'edit' ? (
    <EditEventDialog {...about} onSaved={onSaved} />
  ) : (
    <DeleteEventDialog {...about} onDeleted={onDeleted} />
  );
}
