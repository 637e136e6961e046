/** Common requests of wallet tests. */

import type { TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { type Cents, type Currency, cents } from '#kit/money.ts';
import { type TransactionInput, walletCalls } from '../../contract.ts';

export async function addWallet(
  owner: TestPerson,
  name = 'Travel',
  currencyCode: Currency = 'USD',
): Promise<Id<'wallet'>> {
  const body = { name, ownerId: owner.memberId, currencyCode };
  return (await owner.call(walletCalls.create, { body })).value().id;
}

export function credit(
  { memberId }: TestPerson,
  amount: number,
  more: Partial<TransactionInput> = {},
): TransactionInput {
  return {
    userId: memberId,
    transactionType: 'credit',
    amount: cents(amount),
    description: 'Dues',
    ...more,
  };
}

export function debit(
  person: TestPerson,
  amount: number,
  more: Partial<TransactionInput> = {},
): TransactionInput {
  return credit(person, amount, { transactionType: 'debit', ...more });
}

export function addTransactionTo(
  walletId: Id<'wallet'>,
  body: TransactionInput,
  caller: TestPerson,
) {
  return caller.call(walletCalls.addTransaction, { params: { walletId }, body });
}

export async function readBalance(walletId: Id<'wallet'>, caller: TestPerson): Promise<Cents> {
  return (await caller.call(walletCalls.detail, { params: { walletId } })).value().currentBalance;
}

export async function readTransactions(
  walletId: Id<'wallet'>,
  caller: TestPerson,
  query: Record<string, string | number> = {},
) {
  const reply = await caller.call(walletCalls.transactions, { params: { walletId }, query });
  return reply.value().transactions;
}
