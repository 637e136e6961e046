import type { AuditFields } from '#kit/audit-words.ts';
import { fieldLabels } from './field-labels.ts';

const expenseFields = Object.fromEntries(
  Object.entries(fieldLabels).map(([field, label]) => [field, label.toLowerCase()]),
);
const money = ['amount', 'payerReimbursementAmount'];

export const auditFields: AuditFields = {
  expense: {
    names: {
      ...expenseFields,
      recurringId: null,
      recurringDay: 'made for',
      participantBreakdowns: null,
      payerCredits: null,
      overrides: 'overrides',
      receiptIds: 'receipts',
      status: 'status',
      settledAt: 'settled at',
      settledBy: 'settled by',
      settlementNote: 'settlement note',
      settlementTransactions: null,
      correctsId: 'reversed expense',
      correctedById: 'reversal',
      replacesId: 'replaced expense',
      replacedById: 'replacement',
      deletedAt: 'deleted at',
    },
    money,
  },
  recurring: {
    names: {
      ...expenseFields,
      overrides: 'overrides',
      frequency: 'repeats',
      interval: 'every',
      endBy: 'until',
      status: 'status',
      nextDay: 'next',
      nextDate: null,
      skippedDays: 'skipped days',
      savedBy: null,
    },
    money,
  },
};
