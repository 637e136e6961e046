import { formatCsv } from '#kit/csv.ts';
import { centsToText } from '#kit/money.ts';
import type { Payment } from './contract.ts';
import { fieldLabels, saidFields } from './field-labels.ts';
import { statusWords } from './status-words.ts';

/** Payments as CSV in the order of the list. */
export function paymentsCsv(payments: readonly Payment[]): string {
  return formatCsv([
    [
      'Day',
      'From',
      'To',
      'Amount (USD)',
      'Method',
      ...saidFields.map((field) => fieldLabels[field]),
      'Status',
      'Recorded By',
      'Decided By',
      'Reason',
      'ID',
    ],
    ...payments.map((payment) => [
      payment.paidOn,
      payment.from?.name ?? 'The chapter',
      payment.to?.name ?? 'The chapter',
      centsToText(payment.amount),
      payment.method,
      ...saidFields.map((field) => payment[field] ?? ''),
      statusWords[payment.status],
      payment.saidBy.name,
      payment.decidedBy?.name ?? '',
      payment.reason ?? '',
      payment.id,
    ]),
  ]);
}
