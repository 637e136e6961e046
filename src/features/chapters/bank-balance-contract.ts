/** What the chapter has in the bank, as a treasurer last entered it. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { money } from '#kit/money.ts';

export const bankBalance = z.strictObject({
  /** Null if nobody has set it. */
  bankBalance: z.nullable(money),
});

const savedBankBalance = z.object({
  ...bankBalance.shape,
  /** When it was entered; null if it is not set. */
  enteredAt: z.nullable(instant),
  version: z.int(),
});
export type SavedBankBalance = z.output<typeof savedBankBalance>;

const path = '/chapter/bank-balance';
const tag = 'Chapter';
const version = (reply: SavedBankBalance) => reply.version;

export const bankBalanceCalls = {
  detail: endpoint({
    method: 'GET',
    path,
    tag,
    summary: "Read the chapter's bank balance; null if nobody has set it",
    policy: 'member',
    reply: savedBankBalance,
    version,
  }),
  change: endpoint({
    method: 'PUT',
    path,
    tag,
    summary: "Set the chapter's bank balance; null if it is not known",
    policy: 'treasurer',
    body: bankBalance,
    reply: savedBankBalance,
    version,
  }),
};
