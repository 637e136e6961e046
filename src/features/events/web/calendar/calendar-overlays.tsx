import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useRef } from 'react';
import type { Id } from '#kit/id.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import {
  OverlayHost,
  type ScreenOverlayProps,
  useCloseWhenMissing,
} from '#web/screen/overlays.tsx';
import type { Calendar } from '../../contract.ts';
import type { EventDetail } from '../../event.ts';
import { eventQuery } from '../queries.ts';
import type { CalendarSearch, CalendarDialog as DialogName } from '../search.ts';
import { allCalendars } from './all-calendars.ts';
import { type CalendarAddress, noEvent } from './use-calendar-address.ts';
import type { ShownMonth } from './use-shown-month.ts';

const loadDayPanel = () => import('../panel/day-panel.tsx');
const loadEventPanel = () => import('../panel/event-panel.tsx');
const loadCreate = () => import('../form/create-event-dialog.tsx');
const DayPanel = lazyNamed(loadDayPanel, 'DayPanel');
const EventPanel = lazyNamed(loadEventPanel, 'EventPanel');
const CreateEventDialog = lazyNamed(loadCreate, 'CreateEventDialog');
const EditEventDialog = lazyNamed(() => import('../form/edit-event-dialog.tsx'), 'EditEventDialog');
const DeleteEventDialog = lazyNamed(
  () => import('../panel/delete-event-dialog.tsx'),
  'DeleteEventDialog',
);
const ImportDialog = lazyNamed(() => import('./import-dialog.tsx'), 'ImportDialog');
const CalendarDialog = lazyNamed(() => import('./calendar-dialog.tsx'), 'CalendarDialog');

/** Preloads the code of the panels while the pointer is moving to a day or event. */
export function preloadOverlays(): void {
  for (const load of [loadEventPanel, loadCreate, loadDayPanel]) void load().catch(() => undefined);
}

type Context = {
  address: CalendarAddress;
  /** The selected calendar, or the main one if all are shown; undefined until loaded. */
  calendar: Calendar | undefined;
  timeZone: string;
  calendars: readonly Calendar[];
  /** Whether all calendars are shown. */
  isAll: boolean;
  shown: ShownMonth;
  onRetry: () => void;
};

/** `search` always contains the event's calendar once it is known. */
type Props = ScreenOverlayProps<CalendarSearch> & Context;

const panels: Record<'day' | 'event', ComponentType<Props>> = {
  day: ({ search: { day }, address, shown, ...overlay }) =>
    day && (
      <DayPanel
        {...overlay}
        day={day}
        events={shown.eventsOn(day)}
        known={shown.events.known}
        onEvent={address.openEvent}
        onAdd={() => address.openCreate(day)}
      />
    ),
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

const createDialog: Record<'create', ComponentType<Props>> = {
  create: ({ search: { create }, timeZone, calendar, calendars, isAll, ...overlay }) =>
    create && (
      <CreateEventDialog
        {...overlay}
        day={create}
        timeZone={timeZone}
        calendarId={calendar?.id}
        choices={isAll ? calendars : undefined}
      />
    ),
};

const dialogs: Record<DialogName, ComponentType<Props>> = {
  edit: withEvent(EditEvent),
  delete: withEvent(({ address, ...props }) => (
    <DeleteEventDialog {...props} onDeleted={address.closeDialogAndEvent} />
  )),
  'new-calendar': EditCalendar,
  'edit-calendar': EditCalendar,
  subscribe: lazyNamed(() => import('./subscribe-dialog.tsx'), 'SubscribeDialog'),
  import: ({ calendar, ...overlay }) =>
    calendar && <ImportDialog {...overlay} calendar={calendar} />,
};

/** The panels and dialogs of the calendar. */
export function CalendarOverlays({
  hasDayPanel,
  ...context
}: Context & {
  /** False on a phone, which shows the day's list below the month. */
  hasDayPanel: boolean;
}) {
  const { address, calendar } = context;
  const eventCalendar = address.search.eventCalendar ?? calendar?.id;
  const search: CalendarSearch = { ...address.search, eventCalendar };
  const { event, day, create, dialog } = search;
  const isDayShown = hasDayPanel && event === undefined && day !== undefined;
  return (
    <OverlayHost
      panels={[
        { overlays: panels, openName: isDayShown ? 'day' : undefined, onClose: address.closeDay },
        {
          overlays: panels,
          openName: event && eventCalendar && 'event',
          onClose: address.closeEvent,
        },
      ]}
      dialogs={[
        { overlays: createDialog, openName: create && 'create', onClose: address.closeCreate },
        { overlays: dialogs, openName: dialog, onClose: address.closeDialog },
      ]}
      search={search}
      context={context}
    />
  );
}

/** The calendar's name, undefined if there is only one calendar. */
function findNameIfSeveral(
  calendars: readonly Calendar[],
  calendarId: Id<'calendar'>,
): string | undefined {
  return calendars.length > 1 ? calendars.find(({ id }) => id === calendarId)?.name : undefined;
}

/** A dialog for the event in the address. Closes if the event cannot be loaded. */
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
    return event.data && <Dialog {...overlay} event={event.data} />;
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

function EditCalendar({ search, address, calendar, isAll, ...overlay }: Props) {
  const closeAndShow = useCloseAndShow(overlay, address);
  if (!calendar) return null;
  const isEdit = search.dialog === 'edit-calendar';
  return (
    <CalendarDialog
      {...overlay}
      calendar={isEdit ? calendar : undefined}
      onSaved={(id) => closeAndShow({ ...noEvent, calendar: isAll && isEdit ? allCalendars : id })}
    />
  );
}

/**
 * Closes the dialog after saving and shows the result once its history entry is left, because going
 * back is asynchronous. If the user left the dialog while it was saving, nothing they opened since is
 * closed; the result is shown only if `isAwaited`.
 */
function useCloseAndShow(
  { open, onClose }: Pick<Props, 'open' | 'onClose'>,
  { showInstead }: CalendarAddress,
) {
  const next = useRef<CalendarSearch>(undefined);
  const isOpen = useRef(open);
  useEffect(() => {
    isOpen.current = open;
    if (open || !next.current) return;
    showInstead(next.current);
    next.current = undefined;
  }, [open, showInstead]);
  return (change: CalendarSearch, isAwaited = () => false) => {
    if (isOpen.current) {
      next.current = change;
      onClose();
    } else if (isAwaited()) showInstead(change);
  };
}
