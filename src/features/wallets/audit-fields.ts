import { type AuditFields, namesFromLabels } from '#kit/audit-words.ts';
import { fieldLabels } from './entered-fields.ts';

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
      ...namesFromLabels(fieldLabels),
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
