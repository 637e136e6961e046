import { useMemo } from 'react';
import { useSession } from '#web/api/session.ts';
import { checkCalendarChanger, checkChanger } from '../rights/may-change-event.ts';

type Event = Parameters<typeof checkChanger>[1];

/** What the server lets the member do with events, by its own decisions. */
export function useEventRights() {
  const { me, chapter } = useSession();
  const { memberId, role } = me;
  const { eventPolicy } = chapter;
  return useMemo(() => {
    const changer = { memberId, role, eventPolicy };
    return {
      /** Why the server would refuse a change or a deletion; undefined if it would not. */
      reasonAgainstChanging: (createdBy: Event) =>
        checkChanger(changer, createdBy)?.refusal.message,
      mayChange: (event: { readonly createdByUserId: Event }) =>
        checkChanger(changer, event.createdByUserId) === undefined,
      mayChangeCalendars: checkCalendarChanger(changer) === undefined,
    };
  }, [memberId, role, eventPolicy]);
}
