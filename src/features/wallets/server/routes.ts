import { notFound, ok } from '#kit/result.ts';
import type { Api } from '#server/http/serve.ts';
import { walletCalls } from '../contract.ts';
import { maySeeWalletsOf } from '../read-permission.ts';
import { createAdditionBatch } from './additions.ts';
import { findBalanceAsOf } from './balance-as-of.ts';
import { findBalanceHistory } from './balance-history.ts';
import { listOpenDebits } from './open-debits.ts';
import { findTransaction, listTransactionVersions } from './transaction-history.ts';
import { listTransactions } from './transaction-list.ts';
import { searchTransactions } from './transaction-search.ts';
import { listWallets } from './wallet-list.ts';
import { findWallet, isHiddenWallet } from './wallet-store.ts';
import { sumWallets } from './wallet-totals.ts';
import { addTransaction, createWallet, deleteTransaction, updateTransaction } from './writes.ts';

export function walletRoutes(api: Api): void {
  api.serve(walletCalls.list, async ({ db, caller, query }) =>
    ok({ wallets: await listWallets(db, caller, query) }),
  );
  api.serve(walletCalls.totals, async ({ db, caller }) => ok(await sumWallets(db, caller)));
  api.serve(walletCalls.openDebits, async ({ db, caller, params, query }) => {
    if (!maySeeWalletsOf(caller, params.ownerId)) return notFound('Member');
    const debits = await listOpenDebits(db, caller.chapterId, params.ownerId, query);
    return debits ? ok(debits) : notFound('Member');
  });
  api.serve(walletCalls.create, ({ body, ...work }) => createWallet(work, body));
  api.serve(walletCalls.detail, async ({ db, caller, params }) => {
    const wallet = await findWallet(db, caller.chapterId, params.walletId);
    return wallet && maySeeWalletsOf(caller, wallet.ownerId) ? ok(wallet) : notFound('Wallet');
  });
  api.serve(walletCalls.balance, async ({ db, caller, params, query }) => {
    if (await isHiddenWallet(db, caller, params.walletId)) return notFound('Wallet');
    const moment = { day: query.asOf, timeZone: caller.timeZone };
    const found = await findBalanceAsOf(db, caller.chapterId, params.walletId, moment);
    return found ? ok({ asOf: query.asOf, ...found }) : notFound('Wallet');
  });
  api.serve(walletCalls.balances, async ({ db, caller, params }) => {
    if (await isHiddenWallet(db, caller, params.walletId)) return notFound('Wallet');
    const found = await findBalanceHistory(db, caller.chapterId, params.walletId, caller);
    return found ? ok(found) : notFound('Wallet');
  });
  transactionRoutes(api);
}

function transactionRoutes(api: Api): void {
  api.serve(walletCalls.findTransactions, async ({ db, caller, query }) =>
    ok({ items: await searchTransactions(db, caller, query) }),
  );
  api.serve(walletCalls.transactions, async ({ db, caller, params, query }) => {
    if (await isHiddenWallet(db, caller, params.walletId)) return notFound('Wallet');
    const transactions = await listTransactions(db, caller.chapterId, params.walletId, query);
    return transactions ? ok({ transactions }) : notFound('Wallet');
  });
  api.serve(walletCalls.transaction, async ({ db, caller, params }) => {
    const { walletId, transactionId } = params;
    if (await isHiddenWallet(db, caller, walletId)) return notFound('Transaction');
    const transaction = await findTransaction(db, caller.chapterId, walletId, transactionId);
    return transaction ? ok(transaction) : notFound('Transaction');
  });
  api.serve(walletCalls.transactionHistory, async ({ db, caller, params, query }) => {
    const { walletId, transactionId } = params;
    if (await isHiddenWallet(db, caller, walletId)) return notFound('Transaction');
    const versions = await listTransactionVersions(
      db,
      caller.chapterId,
      walletId,
      transactionId,
      query,
    );
    return versions ? ok(versions) : notFound('Transaction');
  });
  const add = createAdditionBatch(api.db);
  api.serveBatched(walletCalls.addTransaction, ({ params, body, ...adding }) =>
    addTransaction({ ...adding, add }, params.walletId, body),
  );
  api.serve(walletCalls.updateTransaction, ({ params, body, ...work }) =>
    updateTransaction(work, params, body),
  );
  api.serve(walletCalls.deleteTransaction, ({ params, ...work }) =>
    deleteTransaction(work, params),
  );
}
