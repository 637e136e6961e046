import { formatCsv } from '#kit/csv.ts';
import { instantToDay } from '#kit/day.ts';
import { centsToText } from '#kit/money.ts';
import type { Payment } from './contract.ts';
import { fieldLabels, recordedFields } from './field-labels.ts';
import { statusWords } from './status-words.ts';

/**
 * Payments as CSV in the order of the list, with their days in the chapter's zone, and with ids, because people may
 * share a name.
 */
export function paymentsCsv(payments: readonly Payment[], zone: string): string {
  return formatCsv([
    [
      'Day',
      'From',
      'To',
      'Amount (USD)',
      'Method',
      ...recordedFields.map((field) => fieldLabels[field]),
      'Status',
      'Recorded By',
      'Decided By',
      'Reason',
      'ID',
      'From ID',
      'To ID',
      'Expense ID',
      'Deposit ID',
      'Recorded',
      'Decided',
      'Reversed By',
      'Reversed',
    ],
    ...payments.map((payment) => [
      payment.paidOn,
      payment.from?.name ?? 'The chapter',
      payment.to?.name ?? 'The chapter',
      centsToText(payment.amount),
      payment.method,
      ...recordedFields.map((field) => payment[field] ?? ''),
      statusWords[payment.status],
      payment.saidBy.name,
      payment.decidedBy?.name ?? '',
      payment.reason ?? '',
      payment.id,
      payment.from?.id ?? '',
      payment.to?.id ?? '',
      payment.expenseId ?? '',
      payment.depositId ?? '',
      instantToDay(payment.createdAt, zone),
      payment.decidedAt === null ? '' : instantToDay(payment.decidedAt, zone),
      payment.takenBackBy?.name ?? '',
      payment.takenBackAt === null ? '' : instantToDay(payment.takenBackAt, zone),
    ]),
  ]);
}
