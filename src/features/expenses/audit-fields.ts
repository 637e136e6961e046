import { type AuditFields, namesFromLabels } from '#kit/audit-words.ts';
import { cents, centsToText } from '#kit/money.ts';
import { fieldLabels } from './field-labels.ts';

const expenseFields = namesFromLabels(fieldLabels);
const originalFields = {
  'original.currency': 'original currency',
  'original.amount': 'original amount',
  'original.rate': 'rate',
};
/** Without a symbol: the currency is a field of its own. */
const values = {
  'original.amount': (amount: unknown) => centsToText(cents(Number(amount))),
};
const money = ['amount', 'payerReimbursementAmount'];

export const auditFields: AuditFields = {
  expense: {
    names: {
      ...expenseFields,
      ...originalFields,
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
      openCharges: null,
      payments: null,
      correctsId: 'reversed expense',
      correctedById: 'reversal',
      replacesId: 'replaced expense',
      replacedById: 'replacement',
      moneyBackForId: 'came back for',
      moneyBack: null,
      participantCount: null,
      deletedAt: 'deleted at',
    },
    money,
    values,
  },
  recurring: {
    names: {
      ...expenseFields,
      ...originalFields,
      overrides: 'overrides',
      frequency: 'repeats',
      interval: 'every',
      endBy: 'until',
      status: 'status',
      firstDay: 'from',
      nextDay: 'next',
      nextDate: null,
      skippedDays: 'skipped days',
      savedBy: null,
    },
    money,
    values,
  },
};
