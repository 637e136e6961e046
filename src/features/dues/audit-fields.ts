import type { AuditFields } from '#kit/audit-words.ts';
import { plural } from '#kit/counts.ts';
import { type Cents, formatMoney } from '#kit/money.ts';

export const auditFields: AuditFields = {
  charge: {
    names: {
      title: 'title',
      dueOn: 'due',
      category: 'category',
      note: 'note',
      occurrenceId: null,
      isLateFee: 'late fee',
      members: 'members',
      amount: 'amount',
      reason: 'reason',
    },
    values: { isLateFee: (is) => (is ? 'yes' : 'no') },
    money: ['amount'],
    about: (record) => {
      const { title, members, amount } = record as {
        title: string;
        members: number;
        amount: Cents;
      };
      return `${formatMoney(amount)} for ${title}, ${plural(members, 'member')}`;
    },
  },
  'charge item': {
    names: {
      title: 'title',
      memberId: 'member',
      amount: 'amount',
      waived: 'waived',
      dueOn: 'due',
      isCanceled: 'canceled',
      reason: 'reason',
    },
    values: { isCanceled: (is) => (is ? 'yes' : 'no') },
    money: ['amount', 'waived'],
    about: (record) => (record as { title: string }).title,
  },
  'dues pause': { names: { memberId: 'member', until: 'until', note: 'note' } },
};
