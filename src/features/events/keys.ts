/** Query keys; a write invalidates everything below a key. */
export const eventsKey = ['events'] as const;
export const calendarsKey = ['calendars'] as const;
export const calendarFeedKey = ['calendar-feed'] as const;
export const categoriesKey = ['event-categories'] as const;
/** Apart from the events, so that an RSVP does not read door lists again. */
export const doorKey = ['door'] as const;
export const eventMailsKey = ['event-mails'] as const;
