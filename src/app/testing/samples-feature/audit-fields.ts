import type { AuditFields } from '#kit/audit-words.ts';

export const auditFields: AuditFields = {
  sample: {
    names: {
      id: null,
      memberId: 'member',
      title: 'title',
      amount: 'amount',
      isChecked: 'checked',
      createdAt: null,
    },
    money: ['amount'],
  },
};
