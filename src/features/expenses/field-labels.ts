import type { ExpenseFieldName } from './expense.ts';

/** What a field is called in an expense's history and, in lower case, in the audit log. */
export const fieldLabels: Readonly<Record<ExpenseFieldName, string>> = {
  title: 'Title',
  description: 'Description',
  amount: 'Amount',
  original: 'Original Amount',
  expenseDate: 'Expense Date',
  eventId: 'Associated Event',
  participants: 'Participants',
  category: 'Category',
  paidBy: 'Paid By',
  payers: 'Payers',
  isEvenSplit: 'Even split',
  isExcludedFromGroupTotals: 'Exclude from group total',
  useWalletTransactions: 'Use Wallet Transactions',
  payerReimbursementType: 'Payer Reimbursement',
  payerReimbursementAmount: 'Reimbursement Amount',
};
