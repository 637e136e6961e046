import * as z from 'zod/mini';
import { id } from '#kit/id.ts';
import { money } from '#kit/money.ts';
import { happened } from '#kit/news.ts';

/** An expense the member shares or paid. `share` is theirs; null if they only paid. */
export const expenseNews = z.object({
  ...happened,
  kind: z.enum(['expense-logged', 'expense-settled', 'expense-corrected']),
  expenseId: id<'expense'>(),
  title: z.string(),
  share: z.nullable(money),
});
export type ExpenseNews = z.output<typeof expenseNews>;
