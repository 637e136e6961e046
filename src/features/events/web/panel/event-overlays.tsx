import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import type { Id } from '#kit/id.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { type ScreenOverlayProps, useCloseWhenMissing } from '#web/screen/overlays.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import type { EventDetail } from '../../event.ts';
import type { Calendar } from '../../listing-contract.ts';
import type { EventSelection } from '../search.ts';
import { eventQuery } from '../shared/event-query.ts';
import { useEventRights } from '../use-event-rights.ts';
import type { EventAddress } from './event-address.ts';

export const loadEventPanel = () => import('./event-panel.tsx');
const EventPanel = lazyNamed(loadEventPanel, 'EventPanel');
const EditEventDialog = lazyNamed(() => import('../form/edit-event-dialog.tsx'), 'EditEventDialog');
const DeleteEventDialog = lazyNamed(() => import('./delete-event-dialog.tsx'), 'DeleteEventDialog');

/** `search` always contains the event's calendar once it is known. */
type Props = ScreenOverlayProps<EventSelection> & {
  address: EventAddress;
  calendars: readonly Calendar[];
};

/** A function, because a screen's own address has more. */
type Overlay = (props: Props) => ReactNode;

/** The panel of the event in the address. */
export const eventPanels: Record<'event', Overlay> = {
  event: ({ search: { event, eventCalendar, occurrence }, address, calendars, ...overlay }) =>
    event &&
    eventCalendar && (
      <EventPanel
        {...overlay}
        calendarId={eventCalendar}
        calendarName={findNameIfSeveral(calendars, eventCalendar)}
        eventId={event}
        occurrenceId={occurrence}
        onEdit={() => address.ask('edit')}
        onDelete={() => address.ask('delete')}
      />
    ),
};

/** The dialogs of the event in the address. */
export const eventDialogs: Record<'edit' | 'delete', Overlay> = {
  edit: withEvent(EditEvent),
  delete: withEvent(({ address, ...props }) => (
    <DeleteEventDialog {...props} onDeleted={address.closeDialogAndEvent} />
  )),
};

/** The calendar's name, undefined if there is only one calendar. */
function findNameIfSeveral(
  calendars: readonly Calendar[],
  calendarId: Id<'calendar'>,
): string | undefined {
  return calendars.length > 1 ? calendars.find(({ id }) => id === calendarId)?.name : undefined;
}

/**
 * A dialog for the event in the address. Closes if the event cannot be loaded, and with the reason if the
 * member may not change it.
 */
function withEvent(Dialog: ComponentType<Props & { event: EventDetail }>) {
  function LoadEvent({
    calendarId,
    eventId,
    ...overlay
  }: Props & { calendarId: Id<'calendar'>; eventId: Id<'event'> }) {
    const { occurrence } = overlay.search;
    const event = useQuery({
      ...eventQuery(calendarId, eventId, occurrence),
      enabled: overlay.open,
    });
    useCloseWhenMissing(event.isError && !event.data, overlay);
    const { reasonAgainstChanging } = useEventRights();
    const reason = event.data && reasonAgainstChanging(event.data.createdByUserId);
    useCloseWhenMissing(reason !== undefined, overlay, () => toast.error(reason ?? ''));
    return event.data && reason === undefined && <Dialog {...overlay} event={event.data} />;
  }
  return function EventDialog(overlay: Props) {
    const { event, eventCalendar } = overlay.search;
    return (
      event &&
      eventCalendar && <LoadEvent {...overlay} calendarId={eventCalendar} eventId={event} />
    );
  };
}

function EditEvent({ event, address, ...overlay }: Props & { event: EventDetail }) {
  const { search } = overlay;
  const closeAndShow = useCloseAndShow(overlay, address);
  return (
    <EditEventDialog
      {...overlay}
      event={event}
      onSaved={(saved) =>
        closeAndShow({ event: saved.id, occurrence: saved.occurrenceId }, () =>
          address.isShown(search.event, search.occurrence),
        )
      }
    />
  );
}

/**
 * Closes the dialog after saving and shows the result once its history entry is left, because going
 * back is asynchronous. If the user left the dialog while it was saving, nothing they opened since is
 * closed; the result is shown only if `isAwaited`.
 */
export function useCloseAndShow<Change>(
  { open, onClose }: Pick<Props, 'open' | 'onClose'>,
  { showInstead }: { showInstead: (change: Change) => void },
) {
  const next = useRef<Change>(undefined);
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
    if (open || !next.current) return;
    showInstead(next.current);
    next.current = undefined;
  }, [open, showInstead]);
  return (change: Change, isAwaited = () => false) => {
    if (isOpen.current) {
      next.current = change;
      onClose();
    } else if (isAwaited()) showInstead(change);
  };
}
