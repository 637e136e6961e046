import * as z from 'zod/mini';
import { id } from '#kit/id.ts';
import { money } from '#kit/money.ts';
import { happened } from '#kit/news.ts';

/** A payment the member made or got, and what has become of it. */
export const paymentNews = z.object({
  ...happened,
  kind: z.literal('payment'),
  paymentId: id<'payment'>(),
  amount: money,
  isToMember: z.boolean(),
  /** The other side; null is the chapter. */
  other: z.nullable(z.string()),
  status: z.enum(['waiting', 'confirmed', 'rejected', 'withdrawn', 'taken_back']),
});
export type PaymentNews = z.output<typeof paymentNews>;
