/** A wallet for component tests, and a server that keeps its transactions by the rules of this feature. */
import { type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { cents, sumCents } from '#kit/money.ts';
import { page } from '#kit/page.ts';
import { answer, Failure, refuse } from '#web/testing/network.ts';
import { memberId, members, nextId } from '#web/testing/session.ts';
import {
  type Transaction,
  type TransactionInput,
  type TransactionVersion,
  type WalletDetail,
  walletCalls,
} from '../../contract.ts';
import { newTransaction, pickEntered, reviseTransaction } from '../../transaction.ts';

const now = (): Instant => toInstant(Temporal.Now.instant());

export function makeWallet(owner: string): WalletDetail {
  const [firstName = '', lastName = ''] = owner.split(' ');
  const ownerId = memberId(owner);
  return {
    id: nextId('wallet'),
    name: `${firstName} – USD`,
    ownerId,
    user: { id: ownerId, firstName, lastName },
    currencyCode: 'USD',
    currentBalance: cents(0),
    unsettledReimbursementTotal: cents(0),
    createdAt: now(),
    updatedAt: now(),
  };
}

type Change = Partial<Pick<TransactionInput, 'amount' | 'description'>>;

export type KeptWallet = {
  readonly wallet: WalletDetail;
  readonly path: string;
  /** A credit of $5, by default. */
  readonly add: (change: Change) => Id<'transaction'>;
  /** An edit by someone else. */
  readonly change: (id: Id<'transaction'>, change: Change, by?: string) => void;
  readonly replace: (id: Id<'transaction'>, fields: Partial<Transaction>) => void;
  readonly remove: (id: Id<'transaction'>, by?: string) => void;
  readonly get: (id: Id<'transaction'>) => Transaction | undefined;
  readonly list: () => readonly Transaction[];
};

/** Answers what the screens of wallets read and write. A test may answer single calls differently. */
export function serveWallet(owner = 'Maya Chen'): KeptWallet {
  const empty = makeWallet(owner);
  const transactions = new Map<Id<'transaction'>, Transaction>();
  const versions = new Map<Id<'transaction'>, TransactionVersion[]>();
  const list = () => [...transactions.values()];
  const wallet = (): WalletDetail => ({
    ...empty,
    currentBalance: sumCents(list().map(({ amount }) => amount)),
  });
  const record = (
    saved: Transaction,
    action: TransactionVersion['action'],
    by: string,
  ): Transaction => {
    const { id, version, userId } = saved;
    const userName = members.find((each) => each.id === userId)?.displayName ?? '';
    const author = { id: memberId(by), name: by };
    const next = { ...pickEntered(saved), version, action, at: now(), by: author, userName };
    versions.set(id, [next, ...(versions.get(id) ?? [])]);
    return saved;
  };
  const save = (saved: Transaction, action: 'created' | 'edited', by = 'Maya Chen') => {
    transactions.set(saved.id, saved);
    return record(saved, action, by);
  };
  const toInput = (from: Transaction | undefined, change: Change): TransactionInput => ({
    userId: from?.userId ?? empty.ownerId,
    transactionType: 'credit',
    amount: from?.amount ?? cents(500),
    description: from?.description ?? 'Coffee',
    ...change,
  });
  const lock = (id: Id<'transaction'>, headers: Headers): Transaction | Failure => {
    const found = transactions.get(id);
    if (!found) return refuse(404, 'not_found', 'Transaction not found');
    const isLatest = headers.get('if-match') === `"${found.version}"`;
    return isLatest ? found : refuse(412, 'changed', 'Someone else changed this transaction');
  };

  answer(walletCalls.list, ({ query }) => ({ wallets: page([wallet()], 1, query) }));
  answer(walletCalls.totals, () => {
    const { currencyCode, currentBalance: balance } = wallet();
    return { items: [{ currencyCode, walletCount: 1, balance }], debtorCount: 0 };
  });
  answer(walletCalls.detail, ({ params }) =>
    params.walletId === empty.id ? wallet() : refuse(404, 'not_found', 'Wallet not found'),
  );
  answer(walletCalls.transactions, ({ params, query }) => {
    if (params.walletId !== empty.id) return refuse(404, 'not_found', 'Wallet not found');
    const items = list().toReversed();
    const listed = items.map((each) => ({
      ...each,
      balanceAfter: each.amount,
      open: null,
      receiptCount: 0,
    }));
    return { transactions: page(listed, listed.length, query) };
  });
  answer(walletCalls.transaction, ({ params }) => {
    const found = transactions.get(params.transactionId);
    return found ?? refuse(404, 'not_found', 'Transaction not found');
  });
  answer(walletCalls.transactionHistory, ({ params, query }) => {
    const all = versions.get(params.transactionId) ?? [];
    return page([...all], all.length, query);
  });
  answer(walletCalls.balances, { currencyCode: 'USD', points: [], isComplete: true });
  answer(walletCalls.addTransaction, ({ body }) =>
    save(newTransaction(nextId('transaction'), empty.id, body, now()), 'created'),
  );
  answer(walletCalls.updateTransaction, ({ params, body, headers }) => {
    const found = lock(params.transactionId, headers);
    if (found instanceof Failure) return found;
    const revised = reviseTransaction(found, body, now());
    if (revised.ok) return save(revised.value, 'edited');
    return refuse(409, revised.refusal.code, revised.refusal.message);
  });
  answer(walletCalls.deleteTransaction, ({ params, headers }) => {
    const found = lock(params.transactionId, headers);
    if (found instanceof Failure) return found;
    transactions.delete(found.id);
    record(found, 'deleted', 'Maya Chen');
    return undefined;
  });

  return {
    wallet: empty,
    path: `/wallets/${empty.id}/transactions`,
    add: (change) => {
      const input = toInput(undefined, change);
      return save(newTransaction(nextId('transaction'), empty.id, input, now()), 'created').id;
    },
    change: (id, change, by = 'Priya Raman') => {
      const before = transactions.get(id) as Transaction;
      const revised = reviseTransaction(before, toInput(before, change), now());
      if (revised.ok) save(revised.value, 'edited', by);
    },
    replace: (id, fields) => {
      transactions.set(id, { ...(transactions.get(id) as Transaction), ...fields });
    },
    remove: (id, by = 'Priya Raman') => {
      record(transactions.get(id) as Transaction, 'deleted', by);
      transactions.delete(id);
    },
    get: (id) => transactions.get(id),
    list,
  };
}
