import type { AuditFields } from '#kit/audit-words.ts';

export const auditFields: AuditFields = {
  payment: {
    names: {
      from: 'from',
      to: 'to',
      amount: 'amount',
      paidOn: 'paid on',
      method: 'method',
      reference: 'reference',
      note: 'note',
      status: 'status',
      saidBy: null,
      saidAs: 'recorded as',
      decidedBy: null,
      decidedAt: null,
      takenBackBy: null,
      takenBackAt: null,
      reason: 'reason',
    },
    values: {
      from: nameOfSide,
      to: nameOfSide,
      saidBy: nameOfSide,
      decidedBy: nameOfSide,
      takenBackBy: nameOfSide,
      status: (status) => String(status).replace('_', ' '),
    },
    money: ['amount'],
  },
};

function nameOfSide(side: unknown): string {
  return side === null ? 'the chapter' : ((side as { name?: string } | undefined)?.name ?? '');
}
