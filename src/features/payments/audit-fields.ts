import { type AuditFields, namesFromLabels } from '#kit/audit-words.ts';
import { formatMoney } from '#kit/money.ts';
import type { Payment } from './contract.ts';
import { fieldLabels } from './field-labels.ts';
import { statusWords } from './status-words.ts';

export const auditFields: AuditFields = {
  payment: {
    names: {
      from: 'from',
      to: 'to',
      amount: 'amount',
      paidOn: 'paid on',
      method: 'method',
      ...namesFromLabels(fieldLabels),
      status: 'status',
      saidBy: null,
      saidAs: 'recorded as',
      decidedBy: null,
      decidedAt: null,
      takenBackBy: null,
      takenBackAt: null,
      reason: 'reason',
      expenseId: 'for the expense',
      depositId: null,
    },
    values: {
      from: nameOfSide,
      to: nameOfSide,
      saidBy: nameOfSide,
      decidedBy: nameOfSide,
      takenBackBy: nameOfSide,
      status: (status) => statusWords[status as Payment['status']],
    },
    money: ['amount'],
    about: (record) => describePayment(record as Payment),
  },
};

/** 'of $250.00 from Yuki Sato to the chapter, check 1041' */
function describePayment({ from, to, amount, method, reference }: Payment): string {
  const how = [methodWords[method], reference].filter(Boolean).join(' ');
  const sides = `from ${nameOfSide(from)} to ${nameOfSide(to)}`;
  return `of ${formatMoney(amount)} ${sides}${how && `, ${how}`}`;
}

const methodWords: Record<Payment['method'], string> = {
  cash: 'cash',
  check: 'check',
  bank: 'bank transfer',
  other: '',
};

function nameOfSide(side: unknown): string {
  return side === null ? 'the chapter' : ((side as { name?: string } | undefined)?.name ?? '');
}
