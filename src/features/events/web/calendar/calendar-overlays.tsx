import { Suspense, useEffect, useRef, useState } from 'react';
import type { Id } from '#kit/id.ts';
import { lazyNamed } from '#web/screen/lazy-named.ts';
import { useFocusWhenClosed } from '#web/screen/use-focus-when-closed.ts';
import { type Lasting, useLasting } from '#web/screen/use-lasting.ts';
import type { Calendar } from '../../contract.ts';
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
const AboutEvent = lazyNamed(() => import('../panel/about-event.tsx'), 'AboutEvent');
const SubscribeDialog = lazyNamed(() => import('./subscribe-dialog.tsx'), 'SubscribeDialog');
const ImportDialog = lazyNamed(() => import('./import-dialog.tsx'), 'ImportDialog');
const CalendarDialog = lazyNamed(() => import('./calendar-dialog.tsx'), 'CalendarDialog');

/** Fetches the code of what opens while somebody is on the way to a day or an event. */
export function loadOverlaysAhead(): void {
  for (const load of [loadEventPanel, loadCreate, loadDayPanel]) void load().catch(() => undefined);
}

/** The panels and dialogs that the address names, each loaded when it is first asked for. */
export function CalendarOverlays({
  address,
  calendar,
  calendars,
  isAll,
  hasDayPanel,
  shown,
  onRetry,
}: {
  address: CalendarAddress;
  /** The one that is shown, or the main one of all; undefined while the calendars are not known. */
  calendar: Calendar | undefined;
  calendars: readonly Calendar[];
  /** Whether all of them are shown. */
  isAll: boolean;
  /** A phone has the day's list below its month instead. */
  hasDayPanel: boolean;
  shown: ShownMonth;
  onRetry: () => void;
}) {
  const { search } = address;
  const dayPanel = useLasting(hasDayPanel && search.event === undefined ? search.day : undefined);
  const eventPanel = useLasting(search.event);
  // Not said is a word too: else what was said of the event before would stay.
  const occurrence = useLasting(search.event && (search.occurrence ?? ''))?.value || undefined;
  const eventCalendar = useLasting(search.event && (search.eventCalendar ?? calendar?.id))?.value;
  const create = useLasting(search.create);
  const dialog = useLasting(search.dialog);
  const afterDialog = useAfterDialog(dialog, address);
  // An address can ask for both at once. On a phone both are modal, and the one that comes last
  // hides the other from assistive technology: that must be the panel, so it has to be there first.
  const [isPanelThere, setIsPanelThere] = useState(false);
  const mayAsk = !eventPanel || isPanelThere;
  useFocusWhenClosed([dayPanel, eventPanel, create, dialog].some((each) => each?.isOpen));
  return (
    // A boundary each: a panel must not vanish, and lose its focus, while a dialog's code comes.
    <>
      <Suspense>
        {dayPanel && (
          <DayPanel
            open={dayPanel.isOpen}
            day={dayPanel.value}
            events={shown.eventsOn(dayPanel.value)}
            known={shown.events.known}
            onRetry={onRetry}
            onEvent={address.openEvent}
            onAdd={() => address.openCreate(dayPanel.value)}
            onClose={address.closeDay}
          />
        )}
      </Suspense>
      <Suspense>
        {eventPanel && eventCalendar !== undefined && (
          <>
            <EventPanel
              open={eventPanel.isOpen}
              calendarId={eventCalendar}
              calendarName={nameAmongSeveral(calendars, eventCalendar)}
              eventId={eventPanel.value}
              occurrenceId={occurrence}
              onClose={address.closeEvent}
              onEdit={() => address.ask('edit')}
              onDelete={() => address.ask('delete')}
            />
            <WhileThere tell={setIsPanelThere} />
          </>
        )}
      </Suspense>
      <Suspense>
        {create && (
          <CreateEventDialog
            key={create.opening}
            open={create.isOpen}
            day={create.value}
            calendarId={calendar?.id}
            choices={isAll ? calendars : undefined}
            onClose={address.closeCreate}
          />
        )}
      </Suspense>
      <Suspense>
        {mayAsk && eventCalendar !== undefined && eventPanel && isAboutEvent(dialog?.value) && (
          <AboutEvent
            key={dialog.opening}
            dialog={dialog.value}
            calendarId={eventCalendar}
            eventId={eventPanel.value}
            occurrenceId={occurrence}
            open={dialog.isOpen}
            onClose={address.closeDialog}
            onSaved={(saved) => {
              const change = { event: saved.id, occurrence: saved.occurrenceId };
              const isAwaited = () => address.isShown(eventPanel.value, occurrence);
              afterDialog(dialog.opening, change, isAwaited);
            }}
            onDeleted={address.closeDialogAndEvent}
          />
        )}
      </Suspense>
      <Suspense>
        {dialog?.value === 'subscribe' && (
          <SubscribeDialog
            key={dialog.opening}
            open={dialog.isOpen}
            onClose={address.closeDialog}
          />
        )}
        {calendar && dialog?.value === 'import' && (
          <ImportDialog
            key={dialog.opening}
            calendar={calendar}
            open={dialog.isOpen}
            onClose={address.closeDialog}
          />
        )}
      </Suspense>
      <Suspense>
        {calendar && (dialog?.value === 'new-calendar' || dialog?.value === 'edit-calendar') && (
          <CalendarDialog
            key={dialog.opening}
            calendar={dialog.value === 'edit-calendar' ? calendar : undefined}
            open={dialog.isOpen}
            onClose={address.closeDialog}
            onSaved={(id) => {
              const isStill = isAll && dialog.value === 'edit-calendar';
              afterDialog(dialog.opening, { ...noEvent, calendar: isStill ? allCalendars : id });
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Where there is only one, it need not be said. */
function nameAmongSeveral(calendars: readonly Calendar[], calendarId: Id): string | undefined {
  return calendars.length > 1 ? calendars.find(({ id }) => id === calendarId)?.name : undefined;
}

function isAboutEvent(dialog: DialogName | undefined): dialog is 'edit' | 'delete' {
  return dialog === 'edit' || dialog === 'delete';
}

/**
 * Closes the dialog that saved and shows what came of it, once the dialog's entry has been left:
 * going back takes a moment. Left while it was saving, it closes and moves nothing that was opened
 * since; what came of it is shown only where it is still awaited.
 */
function useAfterDialog(
  dialog: Lasting<DialogName> | undefined,
  { closeDialog, showInstead }: CalendarAddress,
) {
  const next = useRef<CalendarSearch>(undefined);
  const opening = dialog?.isOpen ? dialog.opening : undefined;
  const open = useRef(opening);
  useEffect(() => {
    open.current = opening;
    if (opening !== undefined || !next.current) return;
    showInstead(next.current);
    next.current = undefined;
  }, [opening, showInstead]);
  return (saved: number, change: CalendarSearch, isAwaited = () => false) => {
    if (open.current === saved) {
      next.current = change;
      closeDialog();
    } else if (isAwaited()) showInstead(change);
  };
}

/** Tells when what it stands beside has come, and when it has gone. */
function WhileThere({ tell }: { tell: (isThere: boolean) => void }) {
  useEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
  return null;
}
