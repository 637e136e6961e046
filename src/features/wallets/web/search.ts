import * as z from 'zod/mini';
import { type Day, day } from '#kit/day.ts';
import { type Id, id } from '#kit/id.ts';
import type { TransactionSort, WalletSort } from '../contract.ts';

const page = z.coerce.number().check(z.int(), z.minimum(2), z.maximum(1_000_000));
/** The router reads digits as a number. */
const words = z.pipe(
  z.pipe(z.union([z.string(), z.number()]), z.transform(String)),
  z.string().check(z.minLength(1), z.maxLength(200)),
);
const direction = z.enum(['asc', 'desc']);

// As the contract has them: the first page loads this file, and not the contract of every call.
const walletSort = z.enum(['name', 'owner', 'currency', 'balance', 'created', 'updated']);
const transactionSort = z.enum(['date', 'amount', 'type', 'reference', 'description']);
const walletsDialog = z.enum(['create', 'transaction']);
const transactionsDialog = z.enum(['add', 'edit', 'delete', 'history']);

export type SortDirection = z.output<typeof direction>;
export type TransactionsDialog = z.output<typeof transactionsDialog>;

type ListSearch<Sort> = {
  search?: string | undefined;
  /** From 2; the first page is not said. */
  page?: number | undefined;
  /** Newest first is not said. */
  sort?: Sort | undefined;
  direction?: SortDirection | undefined;
};

/** What the address of the wallets page says. */
export type WalletsSearch = ListSearch<WalletSort> & {
  ownerId?: Id<'member'> | undefined;
  dialog?: z.output<typeof walletsDialog> | undefined;
  /** The wallet that `dialog=transaction` is about. */
  wallet?: Id<'wallet'> | undefined;
};

/** What the address of a wallet's transactions says. */
export type TransactionsSearch = ListSearch<TransactionSort> & {
  dialog?: TransactionsDialog | undefined;
  /** The transaction the dialog is about; not said for `add`. */
  subject?: Id<'transaction'> | undefined;
  /** The day at whose end the balance is asked for. */
  asOf?: Day | undefined;
};

type Raw = Record<string, unknown>;

/** Reads an address; whatever it cannot mean is as if it were not there. */
export function walletsSearch(raw: Raw): WalletsSearch {
  return {
    ...listSearch(raw, walletSort),
    ownerId: id<'member'>().safeParse(raw['ownerId']).data,
    dialog: walletsDialog.safeParse(raw['dialog']).data,
    wallet: id<'wallet'>().safeParse(raw['wallet']).data,
  };
}

export function transactionsSearch(raw: Raw): TransactionsSearch {
  return {
    ...listSearch(raw, transactionSort),
    dialog: transactionsDialog.safeParse(raw['dialog']).data,
    subject: id<'transaction'>().safeParse(raw['subject']).data,
    asOf: day.safeParse(raw['asOf']).data,
  };
}

function listSearch<Sort>(raw: Raw, sort: z.ZodMiniType<Sort>): ListSearch<Sort> {
  return {
    search: words.safeParse(raw['search']).data,
    page: page.safeParse(raw['page']).data,
    sort: sort.safeParse(raw['sort']).data,
    direction: direction.safeParse(raw['direction']).data,
  };
}
