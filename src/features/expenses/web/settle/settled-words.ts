import type { SettledExpense } from '../../expense.ts';

type Settled = Pick<SettledExpense, 'useWalletTransactions' | 'correctsId'>;

/** How the shares of a settled expense were paid, or returned by its reversal. */
export function toSettledWords({ useWalletTransactions, correctsId }: Settled): string {
  if (correctsId !== undefined) {
    return useWalletTransactions ? 'Returned to wallet' : 'Returned outside';
  }
  return useWalletTransactions ? 'Paid from wallet' : 'Paid outside';
}

/** How the payers were reimbursed, or the reimbursement taken back. */
export function toReimbursedWords({ useWalletTransactions, correctsId }: Settled): string {
  if (correctsId !== undefined) {
    return useWalletTransactions ? 'Taken back from wallet' : 'Taken back outside';
  }
  return useWalletTransactions ? 'Reimbursed to wallet' : 'Reimbursed outside';
}
