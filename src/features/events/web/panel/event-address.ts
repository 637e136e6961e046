import type { Id } from '#kit/id.ts';
import type { useScreenState } from '#web/screen/screen-state.ts';
import type { EventSelection } from '../search.ts';
import type { OpenEventPanel } from '../shared/event-link.tsx';

export const noEvent: EventSelection = {
  event: undefined,
  occurrence: undefined,
  eventCalendar: undefined,
};
export const noDialog: EventSelection = { dialog: undefined };

type State = ReturnType<typeof useScreenState<EventSelection>>;

export type EventAddress = ReturnType<typeof addressEvents>;

/**
 * Opens and closes the panel of an event and its dialogs in the address of any screen.
 * `shownCalendar` need not be named for its events.
 */
export function addressEvents(
  {
    getLatest,
    open,
    replace,
    close,
    closeDialog,
    isDialogOpen,
  }: Pick<State, 'getLatest' | 'open' | 'replace' | 'close' | 'closeDialog' | 'isDialogOpen'>,
  shownCalendar?: string,
) {
  /** Replaces the event if a panel is already open. */
  const openEvent: OpenEventPanel = ({ eventId, occurrenceId, calendarId }) =>
    void open(
      {
        event: eventId,
        occurrence: occurrenceId,
        eventCalendar: calendarId === shownCalendar ? undefined : calendarId,
      },
      { replacesCurrent: getLatest().event !== undefined },
    );
  return {
    openEvent,
    closeEvent: () => close(noEvent),
    /** Shows a new event after a series was split. */
    showInstead: (change: EventSelection) => void replace(change),
    /** Whether the panel still shows this occurrence and no dialog is open. */
    isShown: (event: Id<'event'> | undefined, occurrence: Id<'occurrence'> | undefined) => {
      const address = getLatest();
      return (
        address.dialog === undefined && address.event === event && address.occurrence === occurrence
      );
    },
    ask: (dialog: NonNullable<EventSelection['dialog']>) => void open({ dialog }),
    closeDialog,
    /** After a deletion: closes both the confirmation and the panel. */
    closeDialogAndEvent: () => {
      if (isDialogOpen()) close({ ...noDialog, ...noEvent }, 2);
    },
  };
}
