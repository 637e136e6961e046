import type { AuditWords } from '#kit/audit-words.ts';

export const auditWords: AuditWords = {
  actions: {
    'payment.create': 'recorded the payment',
    'payment.confirm': 'confirmed the payment',
    'payment.reject': 'declined the payment',
    'payment.withdraw': 'canceled the payment',
    'payment.take-back': 'reversed the payment',
  },
};
