import * as z from 'zod/mini';
import { day } from '#kit/day.ts';
import { id } from '#kit/id.ts';
import {
  directionParam,
  pageParam,
  parseSearch,
  type SearchOf,
  textParam,
} from '#web/screen/search-params.ts';
import type { TransactionSort, WalletSort } from '../contract.ts';

// Repeats the contract's, because the first page loads this file but not the contracts.
const walletSort: z.ZodMiniType<WalletSort> = z.enum([
  'name',
  'owner',
  'currency',
  'balance',
  'created',
  'updated',
]);
const transactionSort: z.ZodMiniType<TransactionSort> = z.enum([
  'date',
  'amount',
  'type',
  'reference',
  'description',
]);
const transactionsDialog = z.enum(['add', 'edit', 'delete', 'history', 'receipts']);
export type TransactionsDialog = z.output<typeof transactionsDialog>;

const listParams = { search: textParam(200), page: pageParam };

const walletsParams = {
  ...listParams,
  /** Omitted for newest first, as for transactions. */
  sort: walletSort,
  direction: directionParam,
  ownerId: id<'member'>(),
  belowZero: z.pipe(
    z.union([z.literal(true), z.literal('true')]),
    z.transform((): true => true),
  ),
  dialog: z.enum(['create', 'transaction']),
  /** The wallet of `dialog=transaction`. */
  wallet: id<'wallet'>(),
};

const transactionsParams = {
  ...listParams,
  sort: transactionSort,
  direction: directionParam,
  dialog: transactionsDialog,
  /** The transaction of the dialog; omitted for `add`. */
  subject: id<'transaction'>(),
  /** The day for the past balance. */
  asOf: day,
};

export type WalletsSearch = SearchOf<typeof walletsParams>;
export type TransactionsSearch = SearchOf<typeof transactionsParams>;

type Raw = Record<string, unknown>;
export const parseWalletsSearch = (raw: Raw) => parseSearch(walletsParams, raw);
export const parseTransactionsSearch = (raw: Raw) => parseSearch(transactionsParams, raw);
