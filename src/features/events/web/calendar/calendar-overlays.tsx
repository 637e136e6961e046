import type { ComponentType } from 'react';
import { localToDay } from '#kit/day.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import {
  OverlayHost,
  type ScreenOverlayProps,
  useCloseWhenMissing,
} from '#web/screen/overlays.tsx';
import type { Calendar } from '../../listing-contract.ts';
import { noEvent } from '../panel/event-address.ts';
import {
  eventDialogs,
  eventPanels,
  loadEventPanel,
  useCloseAndShow,
} from '../panel/event-overlays.tsx';
import type { CalendarSearch, CalendarDialog as DialogName } from '../search.ts';
import { useEventRights } from '../use-event-rights.ts';
import { allCalendars } from './all-calendars.ts';
import { bringIntoView } from './month/bring-into-view.ts';
import type { CalendarAddress } from './use-calendar-address.ts';
import type { ShownMonth } from './use-shown-month.ts';

const loadDayPanel = () => import('../panel/day-panel.tsx');
const loadCreate = () => import('../form/create-event-dialog.tsx');
const DayPanel = lazyNamed(loadDayPanel, 'DayPanel');
const CreateEventDialog = lazyNamed(loadCreate, 'CreateEventDialog');
const ImportDialog = lazyNamed(() => import('./import/import-dialog.tsx'), 'ImportDialog');
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
  ...eventPanels,
};

const createDialog: Record<'create', ComponentType<Props>> = {
  create: CreateEvent,
};

const dialogs: Record<DialogName, ComponentType<Props>> = {
  ...eventDialogs,
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

/** Once the event is created, its day is shown. */
function CreateEvent({
  search,
  timeZone,
  calendar,
  calendars,
  isAll,
  address,
  shown,
  ...overlay
}: Props) {
  const { create, from, to } = search;
  const closeAndShow = useCloseAndShow(overlay, address);
  return (
    create && (
      <CreateEventDialog
        {...overlay}
        day={create}
        times={from && to && { startDate: from, endDate: to }}
        timeZone={timeZone}
        calendarId={calendar?.id}
        choices={isAll ? calendars : undefined}
        onCreated={({ startDate }) =>
          closeAndShow(bringIntoView(localToDay(startDate), address.layout, shown))
        }
        onView={({ id, occurrenceId, calendarId }) =>
          address.openAnyEvent({ eventId: id, occurrenceId, calendarId })
        }
      />
    )
  );
}

function EditCalendar({ search, address, calendar, isAll, ...overlay }: Props) {
  const closeAndShow = useCloseAndShow(overlay, address);
  const isEdit = search.dialog === 'edit-calendar';
  const { mayChangeCalendars } = useEventRights();
  const isRefused = isEdit && !mayChangeCalendars;
  useCloseWhenMissing(isRefused, overlay);
  if (!calendar || isRefused) return null;
  return (
    <CalendarDialog
      {...overlay}
      calendar={isEdit ? calendar : undefined}
      onSaved={(id) => closeAndShow({ ...noEvent, calendar: isAll && isEdit ? allCalendars : id })}
    />
  );
}
