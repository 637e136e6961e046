/** Where the browser keeps what it has read; a write refreshes what lies below a key. */
export const eventsKey = ['events'] as const;
export const calendarsKey = ['calendars'] as const;
export const calendarFeedKey = ['calendar-feed'] as const;
