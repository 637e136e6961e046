/** Used in place of a calendar's id for all calendars of the chapter. Apart, because Home loads it. */
export const allCalendars = 'all';
