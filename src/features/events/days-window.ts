import * as z from 'zod/mini';
import { calendarDay } from '#kit/calendar/calendar-day.ts';
import { daysBetween, maxWindowDays } from '#kit/calendar/window.ts';
import { whenFieldsAreValid } from '#kit/valid-fields.ts';

/** The days of which calls list occurrences, both ends included. */
export const daysWindow = z.strictObject({ startDate: calendarDay, endDate: calendarDay }).check(
  z.refine(({ startDate, endDate }) => endDate >= startDate, {
    path: ['endDate'],
    when: whenFieldsAreValid,
    message: 'The end cannot be before the start',
  }),
  z.refine(({ startDate, endDate }) => daysBetween(startDate, endDate) < maxWindowDays, {
    path: ['endDate'],
    when: whenFieldsAreValid,
    message: `At most ${maxWindowDays} days at once`,
  }),
);
