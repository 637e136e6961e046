import { useQuery } from '@tanstack/react-query';
import { OverlayHost } from '#web/screen/overlays.tsx';
import { eventDialogs, eventPanels } from '../panel/event-overlays.tsx';
import { calendarsQuery } from '../queries.ts';
import type { EventsAddress } from './use-events-address.ts';

/** The panel of an event in the list and its dialogs. */
export function EventsOverlays({ address }: { address: EventsAddress }) {
  const { search } = address;
  const { event, eventCalendar, dialog } = search;
  const isOpen = event !== undefined && eventCalendar !== undefined;
  const calendars = useQuery({ ...calendarsQuery, enabled: isOpen });
  return (
    <OverlayHost
      panels={[
        {
          overlays: eventPanels,
          openName: isOpen ? 'event' : undefined,
          onClose: address.closeEvent,
        },
      ]}
      dialogs={[{ overlays: eventDialogs, openName: dialog, onClose: address.closeDialog }]}
      search={search}
      context={{ address, calendars: calendars.data ?? [] }}
    />
  );
}
