/**
 * Queries and mutations of wallets and their transactions. A write puts its reply into the cache under
 * its id and invalidates the lists and whatever else it may have changed.
 */

import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Day } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { zeroCents } from '#kit/money.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { readAllPages } from '#web/api/read-all-pages.ts';
import {
  type NewWallet,
  type Transaction,
  type TransactionInput,
  type TransactionSort,
  type Wallet,
  type WalletSort,
  walletCalls,
} from '../contract.ts';
import { walletsKey, walletTotalsKey } from '../keys.ts';
import type { Sorting } from './sorting.ts';

const walletsPerPage = 40;
const transactionsPerPage = 20;

const missingTokenMessage = 'No token available';

export type WalletList = Sorting<WalletSort> & {
  readonly page: number;
  readonly searchTerm: string | undefined;
  readonly ownerId: Id<'member'> | undefined;
  readonly belowZero: true | undefined;
};

export function walletListQuery({ page, ...list }: WalletList) {
  const query = {
    skip: (page - 1) * walletsPerPage,
    take: walletsPerPage,
    ...toListQuery(list),
  };
  return queryOptions({
    queryKey: [...walletsKey, 'list', query],
    queryFn: async ({ signal }) => {
      const args = { query, signal, missingTokenMessage: 'No authentication token' };
      return (await call(walletCalls.list, args)).wallets;
    },
    placeholderData: keepPreviousData,
  });
}

const toListQuery = (list: Omit<WalletList, 'page'>) => ({
  ...list,
  ownFirst: list.sort === undefined || undefined,
});

/** Reads all wallets under the filter, up to `most`. */
export const readWallets = (list: Omit<WalletList, 'page'>, most: number) =>
  readAllPages(most, async (request) => {
    const query = { ...toListQuery(list), ...request };
    return (await call(walletCalls.list, { query })).wallets;
  });

export const walletTotalsQuery = callQuery([...walletTotalsKey, 'wallets'], walletCalls.totals, {});

/** The first wallets that match a search. */
export function searchWalletsQuery(searchTerm: string, take: number) {
  const query = { searchTerm, take };
  return queryOptions({
    queryKey: [...walletsKey, 'list', query],
    queryFn: async ({ signal }) => (await call(walletCalls.list, { query, signal })).wallets,
  });
}

export function walletQuery(walletId: Id<'wallet'>) {
  return callQuery([...walletsKey, 'one', walletId], walletCalls.detail, {
    params: { walletId },
    missingTokenMessage,
  });
}

/** Like `walletQuery`, but shows a wallet from a cached list at once, without reimbursements. */
export function knownWalletQuery(client: QueryClient, walletId: Id<'wallet'>) {
  return queryOptions({
    ...walletQuery(walletId),
    placeholderData: () => {
      const listed = findInLists<Wallet>(client, [...walletsKey, 'list'], walletId);
      return listed && { ...listed, unsettledReimbursementTotal: zeroCents };
    },
  });
}

export type TransactionList = Sorting<TransactionSort> & {
  readonly walletId: Id<'wallet'>;
  readonly page: number;
  readonly searchTerm: string | undefined;
};

export function transactionListQuery({ walletId, page, ...listOptions }: TransactionList) {
  const query = {
    skip: (page - 1) * transactionsPerPage,
    take: transactionsPerPage,
    ...listOptions,
  };
  return queryOptions({
    queryKey: [...walletsKey, 'transactions', walletId, query],
    queryFn: async ({ signal }) => {
      const args = { params: { walletId }, query, signal, missingTokenMessage };
      return (await call(walletCalls.transactions, args)).transactions;
    },
    // Never shows the rows of one wallet as placeholder for another.
    placeholderData: (before, query) =>
      query?.queryKey[2] === walletId ? keepPreviousData(before) : undefined,
  });
}

/** Reads all of a wallet's transactions that the search finds, up to `most`. */
export const readTransactions = (
  { walletId, ...query }: Omit<TransactionList, 'page'>,
  most: number,
) =>
  readAllPages(most, async (request) => {
    const args = { params: { walletId }, query: { ...query, ...request } };
    return (await call(walletCalls.transactions, args)).transactions;
  });

export type TransactionAddress = {
  readonly walletId: Id<'wallet'>;
  readonly transactionId: Id<'transaction'>;
};

export function transactionQuery({ walletId, transactionId }: TransactionAddress) {
  return callQuery(
    [...walletsKey, 'transaction', walletId, transactionId],
    walletCalls.transaction,
    { params: { walletId, transactionId }, missingTokenMessage },
  );
}

/** Like `transactionQuery`, but shows a transaction from a cached list at once. */
export function knownTransactionQuery(client: QueryClient, address: TransactionAddress) {
  const { walletId, transactionId } = address;
  return queryOptions({
    ...transactionQuery(address),
    placeholderData: () =>
      findInLists<Transaction>(client, [...walletsKey, 'transactions', walletId], transactionId),
  });
}

/** Every version of a transaction, newest first; never cached. */
export function transactionHistoryQuery({ walletId, transactionId }: TransactionAddress) {
  return queryOptions({
    queryKey: [...walletsKey, 'history', walletId, transactionId],
    queryFn: async ({ signal }) => {
      const args = { params: { walletId, transactionId }, signal, missingTokenMessage };
      return (await call(walletCalls.transactionHistory, args)).items;
    },
    staleTime: 0,
  });
}

/** Transactions of all wallets that the user may see, newest first. */
export function foundTransactionsQuery(searchTerm: string, take: number) {
  return callQuery(
    [...walletsKey, 'found transactions', searchTerm, take],
    walletCalls.findTransactions,
    { query: { searchTerm, take } },
  );
}

/** What a member's wallets don't cover, oldest first. */
export function openDebitsQuery(ownerId: Id<'member'>, take: number) {
  return callQuery([...walletsKey, 'open debits', ownerId, take], walletCalls.openDebits, {
    params: { ownerId },
    query: { take },
  });
}

/** A wallet's balance over time. */
export function balancesQuery(walletId: Id<'wallet'>) {
  return callQuery([...walletsKey, 'balances', walletId], walletCalls.balances, {
    params: { walletId },
    missingTokenMessage,
  });
}

/** A wallet's balance at the end of a day. */
export function balanceQuery(walletId: Id<'wallet'>, asOf: Day) {
  return callQuery([...walletsKey, 'balance', walletId, asOf], walletCalls.balance, {
    params: { walletId },
    query: { asOf },
    missingTokenMessage,
  });
}

function findInLists<T extends { id: Id }>(
  client: QueryClient,
  queryKey: readonly string[],
  id: Id,
) {
  return client
    .getQueriesData<{ items: T[] }>({ queryKey })
    .flatMap(([, reply]) => reply?.items ?? [])
    .find((item) => item.id === id);
}

export function useCreateWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewWallet; idempotencyKey: string }) =>
      call(walletCalls.create, { body, idempotencyKey }),
    onSuccess: (wallet) => {
      client.setQueryData(walletQuery(wallet.id).queryKey, wallet);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: [...walletsKey, 'list'] });
      void client.invalidateQueries({ queryKey: walletTotalsQuery.queryKey });
    },
  });
}

type Addition = { walletId: Id<'wallet'>; input: TransactionInput; idempotencyKey: string };

export function useAddTransaction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ walletId, input, idempotencyKey }: Addition) =>
      call(walletCalls.addTransaction, {
        params: { walletId },
        body: input,
        idempotencyKey,
        missingTokenMessage,
      }),
    onSuccess: (transaction) => cacheTransaction(client, transaction),
    onSettled: (_, __, { walletId }) => refresh(client, walletId),
  });
}

/** The version a write is based on; the write is refused if it is no longer the latest. */
type SeenVersion = Pick<Transaction, 'id' | 'walletId' | 'version'>;

export function useUpdateTransaction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ seen, input }: { seen: SeenVersion; input: TransactionInput }) =>
      call(walletCalls.updateTransaction, {
        params: { walletId: seen.walletId, transactionId: seen.id },
        body: input,
        ifMatch: seen.version,
        missingTokenMessage,
      }),
    onMutate: ({ seen }) => cancelReads(client, seen),
    onSuccess: (transaction) => cacheTransaction(client, transaction),
    onSettled: (_, __, { seen }) => refresh(client, seen.walletId, seen.id),
  });
}

export function useDeleteTransaction() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (seen: SeenVersion) =>
      call(walletCalls.deleteTransaction, {
        params: { walletId: seen.walletId, transactionId: seen.id },
        ifMatch: seen.version,
        missingTokenMessage,
      }),
    onMutate: (seen) => cancelReads(client, seen),
    onSettled: (_, __, seen) => refresh(client, seen.walletId, seen.id),
  });
}

/**
 * Cancels pending reads of a transaction that is about to change: their replies would show what it
 * was before, or that a deleted one is missing.
 */
function cancelReads(client: QueryClient, { walletId, id }: SeenVersion): Promise<void> {
  const { queryKey } = transactionQuery({ walletId, transactionId: id });
  return client.cancelQueries({ queryKey });
}

function cacheTransaction(client: QueryClient, transaction: Transaction): void {
  const { walletId, id: transactionId } = transaction;
  client.setQueryData(transactionQuery({ walletId, transactionId }).queryKey, transaction);
}

/**
 * Refetches what a write may have changed: the lists of wallets, their totals, and everything of that wallet except
 * the transaction itself, which a closing dialog still shows.
 */
export function refresh(
  client: QueryClient,
  walletId: Id<'wallet'>,
  transactionId?: Id<'transaction'>,
): void {
  void client.invalidateQueries({
    queryKey: walletsKey,
    predicate: ({ queryKey: [, kind, of, id] }) =>
      kind === 'list' ||
      kind === 'of' ||
      kind === 'totals' ||
      (of === walletId && !(kind === 'transaction' && id === transactionId)),
  });
  if (transactionId === undefined) return;
  const { queryKey } = transactionQuery({ walletId, transactionId });
  void client.invalidateQueries({ queryKey, refetchType: 'none' });
}
