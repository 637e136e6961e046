/** The API of payments: what members and the chapter have paid each other outside of the hub. */
import * as z from 'zod/mini';
import { day, instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules, textRules } from '#kit/line.ts';
import { money } from '#kit/money.ts';
import { paged, pageQuery } from '#kit/page.ts';
import { paymentMethods } from '#kit/payment-methods.ts';
import { maxReasonLength, requiredText, trimmedText } from '#kit/text.ts';

export const maxReferenceLength = 255;
export const maxNoteLength = 500;

export const paymentStatuses = [
  'waiting',
  'confirmed',
  'rejected',
  'withdrawn',
  'taken_back',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

const person = z.object({ id: id<'member'>(), name: z.string() });

/** What may be recorded of a payment besides who paid whom how much. */
const recorded = z.object({
  reference: z.nullable(z.string()),
  note: z.nullable(z.string()),
});
export type RecordedFields = z.output<typeof recorded>;
export type RecordedField = keyof RecordedFields;

export const payment = z.object({
  id: id<'payment'>(),
  /** Who paid; null is the chapter. */
  from: z.nullable(person),
  /** Who was paid; null is the chapter. */
  to: z.nullable(person),
  amount: money,
  paidOn: day,
  method: z.enum(paymentMethods),
  ...recorded.shape,
  /**
   * `waiting`: recorded by one side alone; nothing is posted. `confirmed`: posted in the ledger.
   * `taken_back`: posted and taken back by a counter-entry.
   */
  status: z.enum(paymentStatuses),
  saidBy: person,
  /** `settler`: neither side, but who marked an expense as paid outside. */
  saidAs: z.enum(['payer', 'payee', 'treasurer', 'settler']),
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(instant),
  takenBackBy: z.nullable(person),
  takenBackAt: z.nullable(instant),
  /** Why it was rejected or taken back. */
  reason: z.nullable(z.string()),
  /** The expense it is for, if one was given. */
  expenseId: z.nullable(id<'expense'>()),
  /** The same of all that were recorded together; null of one by itself. */
  depositId: z.nullable(id<'deposit'>()),
  /** Counts from 1; the ETag that `If-Match` is compared with. */
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type Payment = z.output<typeof payment>;

const paymentDetail = z.extend(payment, {
  /** What it and its counter-entry posted to wallets, oldest first. */
  transactions: z.array(
    z.object({
      transactionId: id<'transaction'>(),
      walletId: id<'wallet'>(),
      memberId: id<'member'>(),
      amount: money,
      date: instant,
    }),
  ),
});
export type PaymentDetail = z.output<typeof paymentDetail>;

const amount = money.check(z.refine((value) => value > 0, 'Amount must be greater than 0'));
const paidOn = day.check(z.refine((value) => value >= '1900', 'Must be in the year 1900 or later'));
const method = z.enum(paymentMethods);
const reference = z.optional(trimmedText(maxReferenceLength).check(...lineRules));
/** Records it although one of the same sides and amount within three days is recorded already. */
const isDuplicateAllowed = z.optional(z.boolean());

const newPayment = z.strictObject({
  /** Null is the chapter. */
  fromMemberId: z.nullable(id<'member'>()),
  toMemberId: z.nullable(id<'member'>()),
  amount,
  paidOn,
  method,
  reference,
  note: z.optional(trimmedText(maxNoteLength).check(...textRules)),
  /** The expense it is for. A payment for another one is no possible duplicate. */
  expenseId: z.optional(id<'expense'>()),
  isDuplicateAllowed,
} satisfies Record<RecordedField, unknown> & Record<string, unknown>);
export type NewPayment = z.output<typeof newPayment>;

export const maxBatch = 100;

/** What members paid the chapter on one day in one way: a stack of checks. */
const newBatch = z.strictObject({
  paidOn,
  method,
  items: z
    .array(z.strictObject({ fromMemberId: id<'member'>(), amount, reference, isDuplicateAllowed }))
    .check(z.minLength(1), z.maxLength(maxBatch)),
});
export type NewBatch = z.output<typeof newBatch>;

/** `details` of the refusal of a batch: what is wrong with which of its items. */
export const batchProblems = z.object({
  items: z.array(
    z.object({
      /** Counts from 0. */
      index: z.int(),
      code: z.string(),
      message: z.string(),
      /** For `possible_duplicate`: as in a single payment's refusal. */
      details: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
});
export type BatchProblems = z.output<typeof batchProblems>;

const reason = requiredText(maxReasonLength, 'Enter a reason').check(...textRules);
const reasonBody = z.strictObject({ reason });
const params = z.strictObject({ paymentId: id<'payment'>() });
const version = (reply: Payment) => reply.version;
const tag = 'Payments';
/** What all that becomes of a payment shares. */
const act = {
  method: 'POST',
  tag,
  params,
  reply: paymentDetail,
  status: 200,
  version,
} as const;

export const paymentCalls = {
  list: endpoint({
    method: 'GET',
    path: '/payments',
    tag,
    summary: 'List the payments the caller may see, newest first: their own, or all for treasurers',
    policy: 'member',
    query: z.strictObject({
      ...pageQuery(40),
      memberId: z.optional(id<'member'>()),
      status: z.optional(z.enum(paymentStatuses)),
      depositId: z.optional(id<'deposit'>()),
    }),
    reply: z.object({ payments: paged(payment) }),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/payments/{paymentId}',
    tag,
    summary: 'Read a payment with the transactions it posted',
    policy: 'member',
    params,
    reply: paymentDetail,
    version,
  }),
  record: endpoint({
    method: 'POST',
    path: '/payments',
    tag,
    summary: 'Record a payment; a treasurer’s is posted at once, any other waits for confirmation',
    policy: 'member',
    movesMoney: true,
    body: newPayment,
    reply: paymentDetail,
    version,
  }),
  recordBatch: endpoint({
    method: 'POST',
    path: '/payments/batch',
    tag,
    summary:
      'Record payments of members to the chapter as one deposit, all or none, and post them at once',
    policy: 'treasurer',
    movesMoney: true,
    body: newBatch,
    maxBodyBytes: 192 * 1024,
    reply: z.object({ payments: z.array(paymentDetail) }),
  }),
  confirm: endpoint({
    ...act,
    path: '/payments/{paymentId}/confirm',
    summary: 'Confirm a payment that the other side recorded, and post it',
    policy: 'member',
    movesMoney: true,
  }),
  reject: endpoint({
    ...act,
    path: '/payments/{paymentId}/reject',
    summary: 'Reject (decline) a payment that the other side recorded',
    policy: 'member',
    body: reasonBody,
  }),
  withdraw: endpoint({
    ...act,
    path: '/payments/{paymentId}/withdraw',
    summary: 'Withdraw (cancel) a payment one has recorded, while it is waiting',
    policy: 'member',
  }),
  takeBack: endpoint({
    ...act,
    path: '/payments/{paymentId}/take-back',
    summary: 'Take back (reverse) a confirmed payment by a counter-entry',
    policy: 'treasurer',
    movesMoney: true,
    body: reasonBody,
  }),
};
