import type { AuditFields } from '#kit/audit-words.ts';
import { fieldLabels } from './field-labels.ts';

export const auditFields: AuditFields = {
  expense: {
    names: {
      ...Object.fromEntries(
        Object.entries(fieldLabels).map(([field, label]) => [field, label.toLowerCase()]),
      ),
      participantBreakdowns: null,
      overrides: 'overrides',
      receiptIds: 'receipts',
      status: 'status',
      settledAt: 'settled at',
      settledBy: 'settled by',
      settlementNote: 'settlement note',
      settlementTransactions: null,
      deletedAt: 'deleted at',
    },
    money: ['amount', 'payerReimbursementAmount'],
  },
};
