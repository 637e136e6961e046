import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'expense.create': 'logged the expense',
    'expense.correct': 'corrected the expense',
    'expense.reverse': 'logged and settled the reversal',
    'expense.money_back': 'recorded money back for the expense',
    'expense.override.create': 'added an override to the expense',
    'expense.override.update': 'changed an override of the expense',
    'expense.override.delete': 'deleted an override of the expense',
    'expense.receipt.create': 'added receipts to the expense',
    'expense.receipt.delete': 'removed a receipt of the expense',
    'recurring.create': 'set up the recurring expense',
    'recurring.pause': 'paused the recurring expense',
    'recurring.resume': 'resumed the recurring expense',
    'recurring.end': 'ended the recurring expense',
  },
  kinds: { recurring: 'recurring expense' },
};
