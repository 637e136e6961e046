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
    // Its title is shown already.
    about: (record) => {
      const { members, amount } = record as { members: number; amount: Cents };
      return `${formatMoney(amount)}, ${plural(members, 'member')}`;
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
  },
  'dues pause': { names: { memberId: 'member', until: 'until', note: 'note' } },
};
