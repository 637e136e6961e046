import { useState } from 'react';
import { type Id, isId } from '#kit/id.ts';
import { readPersonal, writePersonal } from '#web/screen/personal-storage.ts';

const key = 'calendar.hidden';

export type HiddenCalendars = ReadonlySet<Id<'calendar'>>;

/** The calendars that the member switched off among all calendars; kept in this browser. */
export function useHiddenCalendars(): {
  hidden: HiddenCalendars;
  toggle: (calendarId: Id<'calendar'>) => void;
} {
  const [hidden, setHidden] = useState<HiddenCalendars>(read);
  return {
    hidden,
    toggle(calendarId) {
      const next = new Set(hidden);
      if (!next.delete(calendarId)) next.add(calendarId);
      writePersonal(key, [...next].join(' '));
      setHidden(next);
    },
  };
}

function read(): HiddenCalendars {
  return new Set((readPersonal(key) ?? '').split(' ').filter(isId<'calendar'>));
}
