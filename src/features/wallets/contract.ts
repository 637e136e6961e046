/** The API of wallets and their transactions. */
import * as z from 'zod/mini';
import { booleanText } from '#kit/boolean-text.ts';
import { day, instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules, textRules } from '#kit/line.ts';
import { currencies, money, moneyTotal } from '#kit/money.ts';
import { paged, pageQuery, sortQuery } from '#kit/page.ts';
import { requiredText, text } from '#kit/text.ts';
import { maxMetadataBytes, utf8Bytes } from './metadata.ts';

export const maxWalletNameLength = 100;
export const maxDescriptionLength = 255;
export const maxReferenceLength = 255;

const currencyCode = z.enum(currencies);

const owner = z.object({ id: id<'member'>(), firstName: z.string(), lastName: z.string() });

const wallet = z.object({
  id: id<'wallet'>(),
  name: z.string(),
  ownerId: id<'member'>(),
  user: owner,
  currencyCode,
  /** The sum of the wallet's visible transactions; may be negative. */
  currentBalance: moneyTotal,
  createdAt: instant,
  /** When its name or balance last changed. */
  updatedAt: instant,
});
export type Wallet = z.output<typeof wallet>;

export const walletDetail = z.extend(wallet, {
  /** Open reimbursements of the owner; on their settlement wallet only, otherwise 0. */
  unsettledReimbursementTotal: moneyTotal,
});
export type WalletDetail = z.output<typeof walletDetail>;

/** What several wallets of one currency hold together. */
const walletTotal = z.object({
  currencyCode,
  walletCount: z.int(),
  /** Null beyond what can be represented exactly. */
  balance: z.nullable(moneyTotal),
});
export type WalletTotal = z.output<typeof walletTotal>;

export const newWallet = z.strictObject({
  name: requiredText(maxWalletNameLength, 'Wallet name is required').check(...lineRules),
  ownerId: id<'member'>(),
  currencyCode,
});
export type NewWallet = z.output<typeof newWallet>;

/** What people state of a transaction, which is also what differs between its versions. */
const entered = z.object({
  /** The member the transaction was entered for. */
  userId: id<'member'>(),
  /** Signed: positive is a credit, negative a debit. */
  amount: money,
  description: z.string(),
  referenceId: z.optional(z.string()),
  /** Free text; not validated as JSON. */
  metadataJson: z.string(),
});
export type EnteredFields = z.output<typeof entered>;
export type EnteredField = keyof EnteredFields;

export const transaction = z.object({
  id: id<'transaction'>(),
  walletId: id<'wallet'>(),
  ...entered.shape,
  date: instant,
  /**
   * `settlement`: written by settling an expense; `payment`: by a confirmed payment. Only `manual` ones can
   * be edited or deleted individually. A feature may post with an origin of its own.
   */
  origin: z.string().check(z.meta({ enum: ['manual', 'settlement', 'payment', 'charge'] })),
  expenseId: z.nullable(id<'expense'>()),
  paymentId: z.nullable(id<'payment'>()),
  /** Counts from 1; the ETag that `If-Match` is compared with. */
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type Transaction = z.output<typeof transaction>;

const bookedTransaction = z.extend(transaction, {
  /**
   * The member who wrote every version of it; null if several did. Under the policy `treasurer`, plain
   * members can change only what they booked alone.
   */
  bookedBy: z.optional(z.nullable(id<'member'>())),
});
export type BookedTransaction = z.output<typeof bookedTransaction>;

const listedTransaction = z.extend(bookedTransaction, {
  /**
   * The wallet's balance after this transaction. Null unless the list is in date order without a
   * search.
   */
  balanceAfter: z.nullable(moneyTotal),
  /** What the wallet doesn't cover of a debit; null for a credit and for what was taken back. */
  open: z.nullable(money),
  receiptCount: z.int(),
});
export type ListedTransaction = z.output<typeof listedTransaction>;

/** A debit that its wallet covers only in part or not at all. */
const openDebit = z.object({
  id: id<'transaction'>(),
  walletId: id<'wallet'>(),
  currencyCode,
  description: z.string(),
  date: instant,
  /** Of what is no charge: thirty days after it was posted. */
  dueOn: day,
  /** Positive, as `open`. */
  amount: money,
  open: money,
});
export type ListedDebit = z.output<typeof openDebit>;

/** One version of a transaction: its content, author and time. */
const transactionVersion = z.object({
  version: z.int(),
  /** `deleted` repeats the last content. */
  action: z.enum(['created', 'edited', 'deleted']),
  at: instant,
  by: z.object({ id: id<'member'>(), name: z.string() }),
  userName: z.string(),
  ...entered.shape,
});
export type TransactionVersion = z.output<typeof transactionVersion>;

/** A transaction as a search across wallets finds it. */
const foundTransaction = z.object({
  id: id<'transaction'>(),
  walletId: id<'wallet'>(),
  walletName: z.string(),
  currencyCode,
  amount: money,
  description: z.string(),
  referenceId: z.nullable(z.string()),
  date: instant,
});
export type FoundTransaction = z.output<typeof foundTransaction>;

export const walletSorts = ['name', 'owner', 'currency', 'balance', 'created', 'updated'] as const;
export type WalletSort = (typeof walletSorts)[number];

export const transactionSorts = ['date', 'amount', 'type', 'reference', 'description'] as const;
export type TransactionSort = (typeof transactionSorts)[number];

export const transactionTypes = ['credit', 'debit'] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** Input of the add and edit forms; the amount is positive and the type gives its sign. */
export const transactionInput = z.strictObject({
  userId: id<'member'>(),
  transactionType: z.enum(transactionTypes),
  amount: money.check(z.refine((amount) => amount > 0, 'Amount must be greater than 0')),
  description: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'Description is required'),
      z.maxLength(maxDescriptionLength, 'Description must be less than 255 characters'),
      ...textRules,
    ),
  referenceId: z.optional(text(maxReferenceLength).check(...lineRules)),
  metadataJson: z.optional(
    z
      .string()
      .check(
        z.refine((value) => utf8Bytes(value) <= maxMetadataBytes, 'Metadata must be at most 8 KB'),
      ),
  ),
} satisfies Record<EnteredField | 'transactionType', unknown>);
export type TransactionInput = z.output<typeof transactionInput>;

const searchTerm = z.optional(text(200));
const asOf = day.check(z.refine((value) => value >= '1900', 'Must be in the year 1900 or later'));
const walletParams = z.strictObject({ walletId: id<'wallet'>() });
const transactionParams = z.strictObject({
  walletId: id<'wallet'>(),
  transactionId: id<'transaction'>(),
});

export const walletCalls = {
  list: endpoint({
    method: 'GET',
    path: '/wallets',
    tag: 'Wallets',
    summary: "List the chapter's wallets, newest first by default",
    policy: 'member',
    cacheUntilNextCommit: true,
    query: z.strictObject({
      ...pageQuery(40),
      ...sortQuery(walletSorts),
      searchTerm,
      ownerId: z.optional(id<'member'>()),
      /** Only wallets with a negative balance. */
      belowZero: z.optional(booleanText),
      /** The caller's own wallets before all others. */
      ownFirst: z.optional(booleanText),
    }),
    reply: z.object({ wallets: paged(wallet) }),
  }),
  totals: endpoint({
    method: 'GET',
    path: '/wallets/totals',
    tag: 'Wallets',
    summary: "Sum the chapter's wallets by currency",
    policy: 'member',
    cacheUntilNextCommit: true,
    reply: z.object({
      items: z.array(walletTotal),
      /** Members whose wallets in US dollars are together below zero, or one in another currency. */
      debtorCount: z.int(),
    }),
  }),
  openDebits: endpoint({
    method: 'GET',
    path: '/wallets/of/{ownerId}/open-debits',
    tag: 'Wallets',
    summary: "List what a member's wallets do not cover, what is due first comes first",
    policy: 'member',
    cacheUntilNextCommit: true,
    params: z.strictObject({ ownerId: id<'member'>() }),
    query: z.strictObject(pageQuery(40)),
    reply: paged(openDebit),
  }),
  /**
   * Three letters and more are found anywhere, fewer among the newest 100 transactions of each wallet,
   * and an amount, of either sign, among the newest 1,000.
   */
  findTransactions: endpoint({
    method: 'GET',
    path: '/wallets/transactions',
    tag: 'Wallets',
    summary: 'Search the transactions of all wallets the caller may see, newest first',
    policy: 'member',
    cacheUntilNextCommit: true,
    query: z.strictObject({
      searchTerm: requiredText(200, 'Say what to search for'),
      take: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20))),
    }),
    reply: z.object({ items: z.array(foundTransaction) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/wallets',
    tag: 'Wallets',
    summary: 'Create a wallet for a member',
    policy: 'member',
    body: newWallet,
    reply: walletDetail,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/wallets/{walletId}',
    tag: 'Wallets',
    summary: 'Read a wallet with its balance and unsettled reimbursements',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: walletParams,
    reply: walletDetail,
  }),
  transactions: endpoint({
    method: 'GET',
    path: '/wallets/{walletId}/transactions',
    tag: 'Wallets',
    summary: "List a wallet's transactions, newest first by default",
    policy: 'member',
    cacheUntilNextCommit: true,
    params: walletParams,
    query: z.strictObject({ ...pageQuery(50), ...sortQuery(transactionSorts), searchTerm }),
    reply: z.object({ transactions: paged(listedTransaction) }),
  }),
  transaction: endpoint({
    method: 'GET',
    path: '/wallets/{walletId}/transactions/{transactionId}',
    tag: 'Wallets',
    summary: 'Read the current version of a transaction',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: transactionParams,
    reply: bookedTransaction,
    version: (reply) => reply.version,
  }),
  transactionHistory: endpoint({
    method: 'GET',
    path: '/wallets/{walletId}/transactions/{transactionId}/history',
    tag: 'Wallets',
    summary: 'List every version of a transaction, newest first, even if it was deleted',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: transactionParams,
    query: z.strictObject(pageQuery(50, 50)),
    reply: paged(transactionVersion),
  }),
  balance: endpoint({
    method: 'GET',
    path: '/wallets/{walletId}/balance',
    tag: 'Wallets',
    summary: "A wallet's balance at the end of a day in the chapter's time zone",
    policy: 'member',
    params: walletParams,
    query: z.strictObject({ asOf }),
    reply: z.object({ asOf: day, currencyCode, balance: moneyTotal }),
  }),
  balances: endpoint({
    method: 'GET',
    path: '/wallets/{walletId}/balances',
    tag: 'Wallets',
    summary: 'Follow a balance from day to day, over the newest 5,000 transactions',
    policy: 'member',
    cacheUntilNextCommit: true,
    params: walletParams,
    reply: z.object({
      currencyCode,
      /** Oldest first: the balance at the end of days on which it changed, thinned to at most 242. */
      points: z.array(z.object({ day, balance: moneyTotal })),
      /** Whether the points begin with the wallet's first transaction. */
      isComplete: z.boolean(),
    }),
  }),
  addTransaction: endpoint({
    method: 'POST',
    path: '/wallets/{walletId}/transactions',
    tag: 'Wallets',
    summary: 'Credit or debit a wallet',
    policy: 'member',
    movesMoney: true,
    params: walletParams,
    body: transactionInput,
    reply: transaction,
    version: (reply) => reply.version,
  }),
  updateTransaction: endpoint({
    method: 'PUT',
    path: '/wallets/{walletId}/transactions/{transactionId}',
    tag: 'Wallets',
    summary: 'Update a transaction; a changed amount is reversed and posted again',
    policy: 'member',
    movesMoney: true,
    params: transactionParams,
    body: transactionInput,
    reply: transaction,
    version: (reply) => reply.version,
  }),
  deleteTransaction: endpoint({
    method: 'DELETE',
    path: '/wallets/{walletId}/transactions/{transactionId}',
    tag: 'Wallets',
    summary: 'Delete a transaction; its posting is reversed',
    policy: 'member',
    movesMoney: true,
    params: transactionParams,
  }),
};
