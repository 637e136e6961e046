import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'payment.create': 'recorded the payment',
    'payment.confirm': 'confirmed the payment',
    'payment.reject': 'rejected the payment',
    'payment.withdraw': 'withdrew the payment',
    'payment.take-back': 'took back the payment',
  },
};
