/** The expense calls that Home needs. Separate so that Home does not load the other calls. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { currencies, moneyTotal } from '#kit/money.ts';

const tag = 'Expenses';

/** `balance` is credits minus shares over all open expenses; positive is owed to the member. */
const memberBalance = z.object({
  participantId: id<'member'>(),
  name: z.string(),
  balance: moneyTotal,
});
export type MemberBalance = z.output<typeof memberBalance>;

/**
 * What a member has (positive) or has to pay (negative) in US dollars: `open`, credits minus shares
 * over all open expenses, plus `wallet`, the balances of their US dollar wallets. Other currencies
 * stand beside it and are never added; those that are zero are left out.
 */
const memberStanding = z.object({
  memberId: id<'member'>(),
  name: z.string(),
  open: moneyTotal,
  wallet: moneyTotal,
  standing: moneyTotal,
  /** Their only US dollar wallet; null if they have none or several. */
  walletId: z.nullable(id<'wallet'>()),
  otherCurrencies: z.array(z.object({ currency: z.enum(currencies), balance: moneyTotal })),
});
export type MemberStanding = z.output<typeof memberStanding>;

export const totalCall = endpoint({
  method: 'GET',
  path: '/expenses/total',
  tag,
  summary: 'All-time total of the expenses that count toward group totals',
  policy: 'member',
  cacheUntilNextCommit: true,
  credential: 'cookie-or-bearer',
  reply: z.object({
    totalAmount: moneyTotal,
    /** What is excluded from it; the list of expenses adds up to both. */
    excludedAmount: moneyTotal,
  }),
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

export const standingsCall = endpoint({
  method: 'GET',
  path: '/expenses/standings',
  tag,
  summary:
    "What every member has or has to pay: open expenses plus US dollar wallets; with the chapter's standing, they sum to zero",
  policy: 'member',
  cacheUntilNextCommit: true,
  reply: z.object({ items: z.array(memberStanding), chapter: moneyTotal }),
});
