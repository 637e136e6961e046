/** What the pictures of Home show. Separate, so that Home loads no other call of expenses. */
import * as z from 'zod/mini';
import { isMonth, type Month } from '#kit/calendar/month.ts';
import { day } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { moneyTotal } from '#kit/money.ts';

const month = z.string().check(z.refine(isMonth, 'Must be a month like 2026-11')) as z.ZodMiniType<
  Month,
  string
>;

/** `amount` is what the member's shares of that month's expenses add up to, in US dollars. */
const monthOfSpending = z.object({ month, amount: moneyTotal });
export type MonthOfSpending = z.output<typeof monthOfSpending>;

export const spendingCall = endpoint({
  method: 'GET',
  path: '/expenses/spending',
  tag: 'Expenses',
  summary: "The caller's shares by month over the last twelve months, oldest first",
  policy: 'member',
  reply: z.object({ months: z.array(monthOfSpending), total: moneyTotal }),
});

export const standingCourseCall = endpoint({
  method: 'GET',
  path: '/expenses/standing-course',
  tag: 'Expenses',
  summary:
    "Follow the caller's standing over the last twelve months, by the dates of what is recorded now",
  policy: 'member',
  reply: z.object({
    /** The standing now, as among all standings. */
    standing: moneyTotal,
    /** Oldest first: the standing at the end of days on which it changed, thinned to at most 242. */
    points: z.array(z.object({ day, balance: moneyTotal })),
    /** The day the points begin with. */
    since: day,
    /** Whether that is twelve months ago; a long history is followed less far. */
    isComplete: z.boolean(),
  }),
});
