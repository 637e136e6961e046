import * as z from 'zod/mini';
import { instant, localDateTime } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import { textLike } from '#kit/text.ts';

/** Six hexadecimal digits; a leading `#` and capitals are accepted. */
export const categoryColor = z.codec(
  textLike(/^#?[0-9a-fA-F]{6}$/, 'Must be a hex color with six digits'),
  z.string(),
  { decode: (color) => color.replace('#', '').toLowerCase(), encode: (color) => color },
);

/** Not validated: the server knows it, and validating every event of a month is slow. */
export const knownTimeZone = z.string().check(z.meta({ description: 'IANA time zone' }));

/** One date of an event or series. */
export const occurrence = z.object({
  eventId: id<'event'>(),
  occurrenceId: id<'occurrence'>(),
  calendarId: id<'calendar'>(),
  title: z.string(),
  description: z.string(),
  location: z.string(),
  occurrenceStartDate: instant,
  occurrenceEndDate: instant,
  /** The same times in the event's time zone, as calendars show them. */
  localStart: localDateTime,
  localEnd: localDateTime,
  timeZone: knownTimeZone,
  /** Display names. */
  participants: z.array(z.string()),
  createdByUserId: id<'member'>(),
  categoryColor,
});
export type Occurrence = z.output<typeof occurrence>;

/** So many characters of a description are in a list of days, which has up to ten thousand dates. */
export const maxExcerptLength = 300;

/** As a list of days has it. */
export const listedOccurrence = z.object({
  ...occurrence.shape,
  description: z.string().check(
    z.meta({
      description: `The first ${maxExcerptLength} characters; reading the event returns all of them`,
    }),
  ),
});
