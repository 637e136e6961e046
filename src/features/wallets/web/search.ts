import * as z from 'zod/mini';
import { type Day, day } from '#kit/day.ts';
import { type Id, id } from '#kit/id.ts';
import type { TransactionSort, WalletSort } from '../contract.ts';

const page = z.coerce.number().check(z.int(), z.minimum(2), z.maximum(1_000_000));
/** The router parses digits as a number. */
const searchText = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.minLength(1), z.maxLength(200)),
);
const direction = z.enum(['asc', 'desc']);

// Repeats the contract's, because the first page loads this file but not the contracts.
const walletSort = z.enum(['name', 'owner', 'currency', 'balance', 'created', 'updated']);
const transactionSort = z.enum(['date', 'amount', 'type', 'reference', 'description']);
const walletsDialog = z.enum(['create', 'transaction']);
const transactionsDialog = z.enum(['add', 'edit', 'delete', 'history', 'receipts']);

export type SortDirection = z.output<typeof direction>;
export type TransactionsDialog = z.output<typeof transactionsDialog>;

type ListSearch<Sort> = {
  search?: string | undefined;
  /** From 2; omitted for the first page. */
  page?: number | undefined;
  /** Omitted for newest first. */
  sort?: Sort | undefined;
  direction?: SortDirection | undefined;
};

export type WalletsSearch = ListSearch<WalletSort> & {
  ownerId?: Id<'member'> | undefined;
  belowZero?: true | undefined;
  dialog?: z.output<typeof walletsDialog> | undefined;
  /** The wallet of `dialog=transaction`. */
  wallet?: Id<'wallet'> | undefined;
};

export type TransactionsSearch = ListSearch<TransactionSort> & {
  dialog?: TransactionsDialog | undefined;
  /** The transaction of the dialog; omitted for `add`. */
  subject?: Id<'transaction'> | undefined;
  /** The day for the past balance. */
  asOf?: Day | undefined;
};

type Raw = Record<string, unknown>;

/** Parses an address and ignores invalid values. */
export function parseWalletsSearch(raw: Raw): WalletsSearch {
  return {
    ...listSearch(raw, walletSort),
    ownerId: id<'member'>().safeParse(raw['ownerId']).data,
    belowZero: z.literal(true).safeParse(raw['belowZero']).data,
    dialog: walletsDialog.safeParse(raw['dialog']).data,
    wallet: id<'wallet'>().safeParse(raw['wallet']).data,
  };
}

export function parseTransactionsSearch(raw: Raw): TransactionsSearch {
  return {
    ...listSearch(raw, transactionSort),
    dialog: transactionsDialog.safeParse(raw['dialog']).data,
    subject: id<'transaction'>().safeParse(raw['subject']).data,
    asOf: day.safeParse(raw['asOf']).data,
  };
}

function listSearch<Sort>(raw: Raw, sort: z.ZodMiniType<Sort>): ListSearch<Sort> {
  return {
    search: searchText.safeParse(raw['search']).data,
    page: page.safeParse(raw['page']).data,
    sort: sort.safeParse(raw['sort']).data,
    direction: direction.safeParse(raw['direction']).data,
  };
}
