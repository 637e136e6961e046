import type { SettledExpense } from '../../expense.ts';

/** How the shares of a settled expense were paid. */
export function toSettledWords({
  useWalletTransactions,
}: Pick<SettledExpense, 'useWalletTransactions'>): string {
  return useWalletTransactions ? 'Paid from wallet' : 'Paid outside';
}
