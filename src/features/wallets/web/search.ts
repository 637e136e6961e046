import * as z from 'zod';
import { type Id, id } from '#kit/id.ts';

const page = z.coerce.number().int().min(2).max(1_000_000);
/** The router reads digits as a number. */
const words = z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1).max(200));

/** What the address of the wallets page says. */
export type WalletsSearch = {
  search?: string | undefined;
  ownerId?: Id | undefined;
  /** From 2; the first page is not said. */
  page?: number | undefined;
  dialog?: 'create' | undefined;
};

/** What the address of a wallet's transactions says. */
export type TransactionsSearch = Pick<WalletsSearch, 'search' | 'page'>;

/** Reads an address; whatever it cannot mean is as if it were not there. */
export function walletsSearch(raw: Record<string, unknown>): WalletsSearch {
  return {
    ...transactionsSearch(raw),
    ownerId: id.safeParse(raw['ownerId']).data,
    dialog: z.literal('create').safeParse(raw['dialog']).data,
  };
}

export function transactionsSearch(raw: Record<string, unknown>): TransactionsSearch {
  return {
    search: words.safeParse(raw['search']).data,
    page: page.safeParse(raw['page']).data,
  };
}
