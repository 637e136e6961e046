import { useScreenState } from '#web/screen/screen-state.ts';
import { addressEvents, noDialog } from '../panel/event-address.ts';
import { eventsSearch } from '../search.ts';

export type EventsAddress = ReturnType<typeof useEventsAddress>;

/** The address of the list of events, with the panel of one of them. */
export function useEventsAddress() {
  const state = useScreenState({ from: '/events', read: eventsSearch, closed: noDialog });
  const { search, showList, changePage } = state;
  return { search, showList, changePage, ...addressEvents(state) };
}
