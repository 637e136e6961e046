import type { AuditFields } from '#kit/audit-words.ts';

export const auditFields: AuditFields = {
  wallet: {
    names: {
      ownerId: 'owner',
      user: null,
      currencyCode: 'currency',
      currentBalance: null,
      unsettledReimbursementTotal: null,
    },
  },
  transaction: {
    names: {
      walletId: 'wallet',
      userId: 'user',
      amount: 'amount',
      referenceId: 'reference',
      metadataJson: 'metadata',
      date: 'date',
      origin: 'origin',
      expenseId: 'expense',
      paymentId: 'payment',
      receiptIds: 'receipts',
    },
    values: {
      origin: (origin) => (origin === 'manual' ? 'entered manually' : String(origin)),
    },
    money: ['amount'],
  },
};
