import { expect } from 'vitest';
import type { TestHub } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import type { Scene } from './scene.ts';

/** Every wallet of the chapter by name, with its balance and its transactions in cents. */
export async function readWallets({ ann }: Scene) {
  const { wallets } = (await ann.call(walletCalls.list)).value();
  const byName: Record<string, { balance: number; movements: number[] }> = {};
  for (const wallet of wallets.items) {
    const params = { walletId: wallet.id };
    const { transactions } = (await ann.call(walletCalls.transactions, { params })).value();
    expect(transactions.items.every((each) => each.origin === 'settlement')).toBe(true);
    const movements = transactions.items.map((each): number => each.amount);
    byName[wallet.name] = {
      balance: wallet.currentBalance,
      movements: movements.toSorted((one, other) => one - other),
    };
  }
  return byName;
}

/** The balance of the company account, in cents. */
export async function readCompanyBalance(hub: TestHub, { chapter }: Scene): Promise<number> {
  const row = await hub.db
    .selectFrom('ledger_entry')
    .select(({ fn }) => fn.sum<number | null>('amount_cents').as('sum'))
    .where('chapter_id', '=', chapter.id)
    .where('account', '=', 'company')
    .executeTakeFirstOrThrow();
  return row.sum ?? 0;
}
