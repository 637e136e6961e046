/**
 * What an expense is. Amounts are US dollars on the wire and cents inside; shares, balances and
 * settlements are decided by the pure files beside this one, on the server and on the screens.
 */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import { money } from '#kit/money.ts';
import { text } from '#kit/text.ts';

export const maxTitleLength = 200;
export const maxDescriptionLength = 5_000;
export const maxCategoryLength = 100;
export const maxLabelLength = 200;
/** More people than any chapter's dinner; keeps one write, one reply and one journal bounded. */
export const maxParticipants = 500;
/** Equal and manual together; every participant may have a manual one besides some carve-outs. */
export const maxOverrides = 600;
/** Over all overrides of an expense: what bounds a reply that holds many expenses. */
export const maxOverrideParticipants = 1_000;

/** `Full`: the payer gets the whole amount back; `Partial`: a stated part; `None`: the company paid. */
export const reimbursementTypes = ['Full', 'None', 'Partial'] as const;
export type ReimbursementType = (typeof reimbursementTypes)[number];

/** The fields a person fills in and may change later: also the paths of a patch. */
export const expenseFields = {
  title: z.string().check(z.trim(), z.maxLength(maxTitleLength)),
  description: text(maxDescriptionLength),
  amount: money,
  expenseDate: instant,
  eventId: z.nullable(id<'event'>()),
  participants: z.array(id<'member'>()).check(z.maxLength(maxParticipants)),
  category: z.string().check(z.trim(), z.maxLength(maxCategoryLength)),
  /** Null exactly when `isEvenSplit`: then nobody of the chapter paid. */
  paidBy: z.nullable(id<'member'>()),
  isEvenSplit: z.boolean(),
  isExcludedFromGroupTotals: z.boolean(),
  useWalletTransactions: z.boolean(),
  payerReimbursementType: z.enum(reimbursementTypes),
  /** Null exactly unless `Partial`. */
  payerReimbursementAmount: z.nullable(money),
};

const fields = z.object(expenseFields);
export type ExpenseFields = z.output<typeof fields>;
export type ExpenseFieldName = keyof ExpenseFields;
export const expenseFieldNames = Object.keys(expenseFields) as ExpenseFieldName[];

/** What a new expense has where nothing is stated. */
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

/** All but who, what, when and how much may be left out; `id` fixes who carries an odd cent. */
export const newExpense = z.strictObject({
  ...expenseFields,
  /** Chosen by the client, so that its preview of the shares is exact; a taken one is refused. */
  id: z.optional(id<'expense'>()),
  description: z._default(expenseFields.description, expenseDefaults.description),
  eventId: z._default(expenseFields.eventId, expenseDefaults.eventId),
  category: z._default(expenseFields.category, expenseDefaults.category),
  paidBy: z._default(expenseFields.paidBy, expenseDefaults.paidBy),
  isEvenSplit: z._default(expenseFields.isEvenSplit, expenseDefaults.isEvenSplit),
  isExcludedFromGroupTotals: z._default(
    expenseFields.isExcludedFromGroupTotals,
    expenseDefaults.isExcludedFromGroupTotals,
  ),
  useWalletTransactions: z._default(
    expenseFields.useWalletTransactions,
    expenseDefaults.useWalletTransactions,
  ),
  payerReimbursementType: z._default(
    expenseFields.payerReimbursementType,
    expenseDefaults.payerReimbursementType,
  ),
  payerReimbursementAmount: z._default(
    expenseFields.payerReimbursementAmount,
    expenseDefaults.payerReimbursementAmount,
  ),
  receiptIds: z._default(
    z.array(z.string()).check(z.maxLength(0, 'Receipts can only be added to an existing expense')),
    [],
  ),
});
export type NewExpense = z.output<typeof newExpense>;

/** `equal` carves an amount out for a group; `manual` fixes what one participant owes. */
const overrideTypes = ['equal', 'manual'] as const;

/** What a person states about an override. `manual` has exactly one participant. */
export const overrideBody = z.strictObject({
  type: z.enum(overrideTypes),
  amount: money,
  /** May be left out for `manual`: 'Manual override for {name}' then. */
  label: z._default(z.string().check(z.trim(), z.maxLength(maxLabelLength)), ''),
  participantIds: z.array(id<'member'>()).check(z.maxLength(maxParticipants)),
});
export type OverrideFields = z.output<typeof overrideBody>;

export const override = z.object({
  id: id<'override'>(),
  type: z.enum(overrideTypes),
  amount: money,
  label: z.string(),
  participantIds: z.array(id<'member'>()),
});
export type Override = z.output<typeof override>;

/** What one participant owes of an expense; over all participants they add up to its amount. */
export const share = z.object({ participantId: id<'member'>(), amountOwed: money });
export type Share = z.output<typeof share>;

const entity = z.object({
  id: id<'expense'>(),
  ...expenseFields,
  participantBreakdowns: z.array(share),
  overrides: z.array(override),
  receiptIds: z.array(z.string()),
  createdBy: id<'member'>(),
  createdAt: instant,
  updatedAt: instant,
  /** Counts every change, overrides included; the ETag. */
  version: z.int(),
});

const openExpense = z.extend(entity, {
  status: z.literal('open'),
  settledAt: z.null(),
  settledBy: z.null(),
});
const settledExpense = z.extend(entity, {
  status: z.literal('settled'),
  settledAt: instant,
  settledBy: id<'member'>(),
});

/** An open one that somebody deleted; it can be restored. */
const deletedExpense = z.extend(entity, {
  status: z.literal('deleted'),
  settledAt: z.null(),
  settledBy: z.null(),
  deletedAt: instant,
});

/** An open expense changes; a settled one never does again. */
export const expense = z.discriminatedUnion('status', [openExpense, settledExpense]);
export type OpenExpense = z.output<typeof openExpense>;
export type SettledExpense = z.output<typeof settledExpense>;
export type Expense = z.output<typeof expense>;

/** What a list may hold: deleted ones too, when they are asked for. */
export const listedExpense = z.discriminatedUnion('status', [
  openExpense,
  settledExpense,
  deletedExpense,
]);
export type DeletedExpense = z.output<typeof deletedExpense>;
export type ListedExpense = z.output<typeof listedExpense>;
