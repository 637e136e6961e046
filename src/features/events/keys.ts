/** Query keys; a write invalidates everything below a key. */
export const eventsKey = ['events'] as const;
export const calendarsKey = ['calendars'] as const;
export const calendarFeedKey = ['calendar-feed'] as const;
