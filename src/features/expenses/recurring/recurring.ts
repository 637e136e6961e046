/**
 * The shape of a recurring expense: a new expense's body that is logged again on every day of a rule,
 * in the chapter's time zone.
 */
import * as z from 'zod/mini';
import { calendarDay } from '#kit/calendar/calendar-day.ts';
import { day, instant } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import { maxCount } from '#kit/recurrence/recurrence.ts';
import { whenFieldsAreValid } from '#kit/valid-fields.ts';
import { wholeNumber } from '#kit/whole-number.ts';
import { newExpense } from '../new-expense.ts';

/** Bounds what one night may make. */
export const maxRecurringExpenses = 200;
/** How far back a first day may be. */
export const maxDaysBack = 366;

export const recurringFrequencies = ['weekly', 'monthly', 'yearly'] as const;
export type RecurringFrequency = (typeof recurringFrequencies)[number];

/** Named as the recurrence of events. Endless without `endBy` and `count`. */
export const recurringRule = z
  .strictObject({
    frequency: z.enum(recurringFrequencies),
    interval: z._default(wholeNumber(1, 99), 1),
    /** The last day on which one may be made. */
    endBy: z._default(z.nullable(calendarDay), null),
    /** How many, including the next one. Replies give the last day instead. */
    count: z._default(z.nullable(wholeNumber(1, maxCount)), null),
  })
  .check(
    z.refine(({ endBy, count }) => endBy === null || count === null, {
      path: ['count'],
      when: whenFieldsAreValid,
      message: 'A recurring expense ends either on a day or after a number of occurrences',
    }),
  );
export type RecurringRule = z.output<typeof recurringRule>;

/** `expenseDate` is the day and time of the next one. */
export const recurringBody = z.strictObject({
  rule: recurringRule,
  expense: z.omit(newExpense, { id: true, receiptIds: true }),
});
export type RecurringBody = z.output<typeof recurringBody>;

/** What is kept of it. */
export const expenseTemplate = z.omit(recurringBody.shape.expense, { expenseDate: true });
export type ExpenseTemplate = z.output<typeof expenseTemplate>;

const recurringStatuses = ['active', 'paused', 'ended'] as const;

export const recurringExpense = z.object({
  id: id<'recurring'>(),
  rule: recurringRule,
  expense: expenseTemplate,
  status: z.enum(recurringStatuses),
  /** The day that the rule is counted from. */
  firstDay: day,
  /** The day of the next one, which may be past while paused or failing; null once it has ended. */
  nextDay: z.nullable(day),
  /** When that is; null once it has ended. */
  nextDate: z.nullable(instant),
  /** How many days were skipped while paused. */
  skippedDays: z.int(),
  /** Why the next one could not be made; it is tried again every night. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string(), at: instant })),
  createdBy: id<'member'>(),
  /** Whose rights the expenses are made with: the member who saved it last. */
  savedBy: id<'member'>(),
  createdAt: instant,
  updatedAt: instant,
  /** Incremented by every change and by every expense made; used as the ETag. */
  version: z.int(),
});
export type RecurringExpense = z.output<typeof recurringExpense>;
