/** The expense calls that Home needs. Separate so that Home does not load the other calls. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { moneyTotal } from '#kit/money.ts';

const tag = 'Expenses';

/** `balance` is credits minus shares over all open expenses; positive is owed to the member. */
const memberBalance = z.object({
  participantId: id<'member'>(),
  name: z.string(),
  balance: moneyTotal,
});
export type MemberBalance = z.output<typeof memberBalance>;

export const totalCall = endpoint({
  method: 'GET',
  path: '/expenses/total',
  tag,
  summary: 'All-time total of the expenses that count toward group totals',
  policy: 'member',
  cacheUntilNextCommit: true,
  credential: 'cookie-or-bearer',
  reply: z.object({ totalAmount: moneyTotal }),
});

export const balancesCall = endpoint({
  method: 'GET',
  path: '/expenses/balances',
  tag,
  summary: "Every member's balance over all open expenses; with the company's, they sum to zero",
  policy: 'member',
  cacheUntilNextCommit: true,
  reply: z.object({ items: z.array(memberBalance), company: moneyTotal }),
});
