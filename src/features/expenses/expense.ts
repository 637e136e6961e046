/**
 * The shape of an expense. Amounts are US dollars on the wire and cents in the code. The pure modules
 * in this folder compute shares, balances and settlements for both the server and the screens.
 */
import * as z from 'zod/mini';
import { day, instant } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import { lineRules, textRules } from '#kit/line.ts';
import { money } from '#kit/money.ts';
import { requiredText, trimmedText } from '#kit/text.ts';
import { fractionPattern } from './arithmetic/fractions.ts';
import { original } from './original.ts';

export const maxTitleLength = 200;
export const maxDescriptionLength = 5_000;
export const maxCategoryLength = 100;
export const maxLabelLength = 200;
export const maxSettlementNoteLength = 200;
/** Bounds the size of a write, a reply and a journal. */
export const maxParticipants = 500;
/** Equal and manual together, so that every participant can have a manual one. */
export const maxOverrides = 600;
export const maxPayers = 20;
/** Over all overrides of an expense. Bounds the size of replies with many expenses. */
export const maxOverrideParticipants = 1_000;
/** Of a body with all of these and the longest labels. */
export const maxExpenseBytes = 256 * 1024;

/** `Full`: the payer gets the whole amount back; `Partial`: a given amount; `None`: the company paid. */
export const reimbursementTypes = ['Full', 'None', 'Partial'] as const;
export type ReimbursementType = (typeof reimbursementTypes)[number];

/** What one of several payers paid. */
const payer = z.strictObject({ memberId: id<'member'>(), amountPaid: money });
export type Payer = z.output<typeof payer>;

/** The editable fields, which are also the paths of a patch. */
export const expenseFields = {
  title: z.string().check(z.trim(), z.maxLength(maxTitleLength), ...lineRules),
  description: trimmedText(maxDescriptionLength).check(...textRules),
  amount: money,
  /** What it came to in another currency; `amount` is that times its rate. */
  original: z.nullable(original),
  expenseDate: instant,
  eventId: z.nullable(id<'event'>()),
  participants: z.array(id<'member'>()).check(z.maxLength(maxParticipants)),
  category: z.string().check(z.trim(), z.maxLength(maxCategoryLength), ...lineRules),
  /** Null if and only if `isEvenSplit`; of several payers, the one who paid the most. */
  paidBy: z.nullable(id<'member'>()),
  /** Several payers, whose amounts add up to the amount; empty if `paidBy` paid it all. */
  payers: z.array(payer).check(z.maxLength(maxPayers, `At most ${maxPayers} people can have paid`)),
  isEvenSplit: z.boolean(),
  isExcludedFromGroupTotals: z.boolean(),
  useWalletTransactions: z.boolean(),
  payerReimbursementType: z.enum(reimbursementTypes),
  /** Null unless the type is `Partial`. */
  payerReimbursementAmount: z.nullable(money),
};

const fields = z.object(expenseFields);
export type ExpenseFields = z.output<typeof fields>;
export type ExpenseFieldName = keyof ExpenseFields;
export const expenseFieldNames = Object.keys(expenseFields) as ExpenseFieldName[];

/** The defaults of a new expense. */
export const expenseDefaults = {
  description: '',
  eventId: null,
  category: '',
  paidBy: null,
  isEvenSplit: false,
  isExcludedFromGroupTotals: false,
  useWalletTransactions: false,
  payerReimbursementType: 'Full',
  payerReimbursementAmount: null,
} as const satisfies Partial<ExpenseFields>;

/** `equal` splits an amount among some participants; `manual` fixes what one participant owes. */
const overrideTypes = ['equal', 'manual'] as const;

/**
 * A share stated as a percentage of the total or as a weight in what the other shares leave, such as
 * '25', '12.5' or '33 1/3'. It is kept as stated, so the share follows the total.
 */
const statedShare = z.strictObject({
  unit: z.enum(['percent', 'weight']),
  value: z
    .string()
    .check(z.trim(), z.regex(fractionPattern, 'Must be a number like 25, 12.5 or 33 1/3')),
});
export type StatedShare = z.output<typeof statedShare>;

/** The editable fields of an override. `manual` has exactly one participant. */
export const overrideBody = z.strictObject({
  type: z.enum(overrideTypes),
  amount: money,
  /** Defaults to 'Manual override for {name}' for `manual`. */
  label: z._default(z.string().check(z.trim(), z.maxLength(maxLabelLength), ...lineRules), ''),
  participantIds: z.array(id<'member'>()).check(z.maxLength(maxParticipants)),
  /** Only of `manual`, whose amount is then computed; the one that is sent does not matter. */
  stated: z.optional(z.nullable(statedShare)),
});
export type OverrideFields = z.output<typeof overrideBody>;

/** How the shares were paid, for an expense that is settled outside wallets. */
export const settlementNote = z.optional(requiredText(maxSettlementNoteLength).check(...lineRules));

const override = z.object({
  id: id<'override'>(),
  type: z.enum(overrideTypes),
  amount: money,
  label: z.string(),
  participantIds: z.array(id<'member'>()),
  stated: z.optional(z.nullable(statedShare)),
});
export type Override = z.output<typeof override>;

/** What a participant owes of an expense. Shares add up to the amount. */
const share = z.object({ participantId: id<'member'>(), amountOwed: money });
export type Share = z.output<typeof share>;

/** What a payer gets back. The credits of an expense add up to its reimbursement. */
const payerCredit = z.object({ memberId: id<'member'>(), amount: money });
export type PayerCredit = z.output<typeof payerCredit>;

/** A payment for an expense that waits or is confirmed; null is the chapter. */
const expensePayment = z.object({
  paymentId: id<'payment'>(),
  from: z.nullable(id<'member'>()),
  to: z.nullable(id<'member'>()),
  amount: money,
  status: z.enum(['waiting', 'confirmed']),
});
export type ExpensePayment = z.output<typeof expensePayment>;

/** Money that came back for an expense. */
const moneyBack = z.object({
  expenseId: id<'expense'>(),
  /** More than 0. */
  amount: money,
  expenseDate: instant,
});
export type MoneyBack = z.output<typeof moneyBack>;

const entity = z.object({
  id: id<'expense'>(),
  ...expenseFields,
  // As they were written: the rules of lines and texts are newer than some expenses.
  title: z.string(),
  description: z.string(),
  category: z.string(),
  participantBreakdowns: z.array(share),
  payerCredits: z.array(payerCredit),
  overrides: z.array(override),
  receiptIds: z.array(id<'file'>()),
  /** The recurring expense it was made from, and the day it was made for. */
  recurringId: z.optional(id<'recurring'>()),
  recurringDay: z.optional(day),
  /** The settled expense that this one reverses: all its amounts are negative. */
  correctsId: z.optional(id<'expense'>()),
  /** The reversal of this expense. */
  correctedById: z.optional(id<'expense'>()),
  /** The reversed expense in whose place this one stands. */
  replacesId: z.optional(id<'expense'>()),
  replacedById: z.optional(id<'expense'>()),
  /** The settled expense that money came back for: this one's amounts are negative. */
  moneyBackForId: z.optional(id<'expense'>()),
  /** What came back for this expense and was not reversed. Absent if nothing has. */
  moneyBack: z.optional(z.array(moneyBack)),
  /** How many share it, where a list names only some of them (`shares=own`). */
  participantCount: z.optional(z.int()),
  /** The payments for it that the reader may see, in lists only their own. Absent if there are none. */
  payments: z.optional(z.array(expensePayment)),
  createdBy: id<'member'>(),
  createdAt: instant,
  updatedAt: instant,
  /** Incremented by every change, including those of overrides; used as the ETag. */
  version: z.int(),
});

/** How many people share an expense, of which a list may name only some. */
export function countParticipants({
  participants,
  participantCount = participants.length,
}: Pick<ListedExpense, 'participants' | 'participantCount'>): number {
  return participantCount;
}

const openExpense = z.extend(entity, {
  status: z.literal('open'),
  settledAt: z.null(),
  settledBy: z.null(),
});
/** A wallet transaction of a settlement: a share if negative, the payer's reimbursement if positive. */
const settlementTransaction = z.object({
  transactionId: id<'transaction'>(),
  walletId: id<'wallet'>(),
  memberId: id<'member'>(),
  amount: money,
});

const settledExpense = z.extend(entity, {
  status: z.literal('settled'),
  settledAt: instant,
  settledBy: id<'member'>(),
  /** How it was paid: 'cash at dinner'. */
  settlementNote: z.optional(z.string()),
  /** Not in lists. Empty if the expense was settled outside wallets. */
  settlementTransactions: z.optional(z.array(settlementTransaction)),
  /**
   * What members' wallets don't cover of the shares that were charged to them, of the wallets that the
   * reader may see. Absent if nothing was charged, or a correction has taken it back.
   */
  openCharges: z.optional(z.array(z.object({ memberId: id<'member'>(), amount: money }))),
});

/** Only open expenses can be deleted, and they can be restored. */
const deletedExpense = z.extend(entity, {
  status: z.literal('deleted'),
  settledAt: z.null(),
  settledBy: z.null(),
  deletedAt: instant,
});

/** A settled expense never changes. */
export const expense = z.discriminatedUnion('status', [openExpense, settledExpense]);
export type OpenExpense = z.output<typeof openExpense>;
export type SettledExpense = z.output<typeof settledExpense>;
export type Expense = z.output<typeof expense>;

/** Lists may include deleted expenses. */
export const listedExpense = z.discriminatedUnion('status', [
  openExpense,
  settledExpense,
  deletedExpense,
]);
export type DeletedExpense = z.output<typeof deletedExpense>;
export type ListedExpense = z.output<typeof listedExpense>;
