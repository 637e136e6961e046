/** Every call of the wallets and their transactions: paths, schemas, wire ⇄ domain. */
import * as z from 'zod';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { currencies, money, moneyTotal } from '#kit/money.ts';
import { pageOf, pageQuery } from '#kit/page.ts';
import { requiredText, text } from '#kit/text.ts';
import { maxMetadataBytes, utf8Bytes } from './metadata.ts';

export const maxDescriptionLength = 255;

export const currencyCode = z.enum(currencies);

const owner = z.object({ id, firstName: z.string(), lastName: z.string() });

export const wallet = z.object({
  id,
  name: z.string(),
  ownerId: id,
  user: owner,
  currencyCode,
  /** The sum of the wallet's visible transactions; may be negative. */
  currentBalance: moneyTotal,
  createdAt: instant,
  /** When its name or balance last changed. */
  updatedAt: instant,
});
export type Wallet = z.output<typeof wallet>;

export const walletDetail = wallet.extend({
  /** What the owner is still to be reimbursed; on their settlement wallet only, else 0. */
  unsettledReimbursementTotal: moneyTotal,
});
export type WalletDetail = z.output<typeof walletDetail>;

export const newWallet = z.strictObject({
  name: requiredText(100, 'Wallet name is required'),
  ownerId: id,
  currencyCode,
});
export type NewWallet = z.output<typeof newWallet>;

export const transaction = z.object({
  id,
  walletId: id,
  /** The member the transaction was entered for. */
  userId: id,
  /** Signed: positive is a credit, negative a debit. */
  amount: money,
  description: z.string(),
  referenceId: z.string().optional(),
  /** Free text; its JSON validity is not checked. */
  metadataJson: z.string(),
  date: instant,
  /** `settlement`: born from an expense; cannot be edited or deleted one by one. */
  origin: z.enum(['manual', 'settlement']),
  expenseId: id.nullable(),
  /** Counts from 1; the ETag of the reply, what `If-Match` is compared with. */
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
});
export type Transaction = z.output<typeof transaction>;

export const transactionTypes = ['credit', 'debit'] as const;
export type TransactionType = (typeof transactionTypes)[number];

/** What the add and edit forms send; the amount is positive, the type gives its sign. */
export const transactionInput = z.strictObject({
  userId: id,
  transactionType: z.enum(transactionTypes),
  amount: money.refine((amount) => amount > 0, 'Amount must be greater than 0'),
  description: z
    .string()
    .trim()
    .min(1, 'Description is required')
    .max(maxDescriptionLength, 'Description must be less than 255 characters'),
  referenceId: text(255).optional(),
  metadataJson: z
    .string()
    .refine((value) => utf8Bytes(value) <= maxMetadataBytes, 'Metadata must be at most 8 KB')
    .optional(),
});
export type TransactionInput = z.output<typeof transactionInput>;

const searchTerm = text(200).optional();
const ofWallet = z.strictObject({ walletId: id });
const ofTransaction = z.strictObject({ walletId: id, transactionId: id });

export const walletCalls = {
  list: endpoint({
    method: 'GET',
    path: '/wallets',
    tag: 'Wallets',
    summary: 'The chapter’s wallets, newest first',
    policy: 'member',
    query: z.strictObject({ ...pageQuery(40), searchTerm, ownerId: id.optional() }),
    reply: z.object({ wallets: pageOf(wallet) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/wallets',
    tag: 'Wallets',
    summary: 'Add a wallet for a member',
    policy: 'member',
    body: newWallet,
    reply: walletDetail,
  }),
  detail: endpoint({
    method: 'GET',
    path: '/wallets/{walletId}',
    tag: 'Wallets',
    summary: 'One wallet with its balance and unsettled reimbursements',
    policy: 'member',
    params: ofWallet,
    reply: walletDetail,
  }),
  transactions: endpoint({
    method: 'GET',
    path: '/wallets/{walletId}/transactions',
    tag: 'Wallets',
    summary: 'A wallet’s transactions, newest first',
    policy: 'member',
    params: ofWallet,
    query: z.strictObject({ ...pageQuery(50), searchTerm }),
    reply: z.object({ transactions: pageOf(transaction) }),
  }),
  addTransaction: endpoint({
    method: 'POST',
    path: '/wallets/{walletId}/transactions',
    tag: 'Wallets',
    summary: 'Credit or debit a wallet',
    policy: 'member',
    params: ofWallet,
    body: transactionInput,
    reply: transaction,
    version: (reply) => reply.version,
  }),
  updateTransaction: endpoint({
    method: 'PUT',
    path: '/wallets/{walletId}/transactions/{transactionId}',
    tag: 'Wallets',
    summary: 'Replace a transaction; a changed amount reverses and posts anew',
    policy: 'member',
    params: ofTransaction,
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
    params: ofTransaction,
  }),
};
