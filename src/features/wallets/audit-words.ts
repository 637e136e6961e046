import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'transaction.receipt.create': 'added receipts to the transaction',
    'transaction.receipt.delete': 'removed a receipt of the transaction',
  },
};
