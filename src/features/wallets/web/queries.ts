/**
 * Wallets and their transactions as the browser holds them. A write puts what it replies with into
 * the cache of that id; the lists are read anew.
 */
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/call.ts';
import { type NewWallet, walletCalls } from '../contract.ts';

export const walletsPerPage = 40;
export const transactionsPerPage = 20;

/** Everything this file keeps is below this key. */
export const walletsKey = ['wallets'] as const;

export type WalletList = {
  readonly page: number;
  readonly searchTerm: string | undefined;
  readonly ownerId: Id | undefined;
};

export function walletListQuery({ page, searchTerm, ownerId }: WalletList) {
  const query = { skip: (page - 1) * walletsPerPage, take: walletsPerPage, searchTerm, ownerId };
  return queryOptions({
    queryKey: [...walletsKey, 'list', query],
    queryFn: async ({ signal }) => {
      const withoutToken = 'No authentication token';
      return (await call(walletCalls.list, { query, signal, withoutToken })).wallets;
    },
    placeholderData: keepPreviousData,
  });
}

export function walletQuery(walletId: Id) {
  return queryOptions({
    queryKey: [...walletsKey, 'one', walletId],
    queryFn: ({ signal }) =>
      call(walletCalls.detail, {
        params: { walletId },
        signal,
        withoutToken: 'No token available',
      }),
  });
}

export type TransactionList = {
  readonly walletId: Id;
  readonly page: number;
  readonly searchTerm: string | undefined;
};

export function transactionListQuery({ walletId, page, searchTerm }: TransactionList) {
  const query = { skip: (page - 1) * transactionsPerPage, take: transactionsPerPage, searchTerm };
  return queryOptions({
    queryKey: [...walletsKey, 'transactions', walletId, query],
    queryFn: async ({ signal }) => {
      const withoutToken = 'No token available';
      const sent = { params: { walletId }, query, signal, withoutToken };
      return (await call(walletCalls.transactions, sent)).transactions;
    },
    // The rows of one wallet are never shown as another's.
    placeholderData: (before, query) =>
      query?.queryKey[2] === walletId ? keepPreviousData(before) : undefined,
  });
}

export function useCreateWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: NewWallet; idempotencyKey: string }) =>
      call(walletCalls.create, { body, idempotencyKey }),
    onSuccess: (wallet) => {
      client.setQueryData(walletQuery(wallet.id).queryKey, wallet);
      void client.invalidateQueries({ queryKey: [...walletsKey, 'list'] });
    },
  });
}
