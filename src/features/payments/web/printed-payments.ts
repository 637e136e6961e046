/** Payments as they stand on paper. */
import { plural } from '#kit/counts.ts';
import { formatDay } from '#kit/day.ts';
import { formatMoney, sumCents } from '#kit/money.ts';
import { methodNames } from '#kit/payment-methods.ts';
import { describeExtent, type PrintedList } from '#web/screen/print-button.tsx';
import type { Payment, PaymentStatus } from '../contract.ts';
import { statusNames } from './payment-words.ts';

/** The sum is of the confirmed ones: no other payment has moved money. */
export function toPrintedPayments(
  payments: readonly Payment[],
  totalCount: number,
  status: PaymentStatus | undefined,
): PrintedList {
  const confirmed = payments.filter((payment) => payment.status === 'confirmed');
  const sum = formatMoney(sumCents(confirmed.map(({ amount }) => amount)));
  const extent = describeExtent('payment', payments.length, totalCount);
  return {
    title: 'Payments',
    notes: [
      ...(status ? [`Status: ${statusNames[status]}`] : []),
      `${extent}. Confirmed on this sheet: ${plural(confirmed.length, 'payment')}, ${sum}.`,
    ],
    columns: [
      { label: 'Day' },
      { label: 'From' },
      { label: 'To' },
      { label: 'How' },
      { label: 'Status' },
      { label: 'Amount', isNumeric: true },
    ],
    rows: payments.map(({ id, paidOn, from, to, method, reference, status, amount }) => ({
      id,
      cells: [
        formatDay(paidOn),
        from?.name ?? 'The chapter',
        to?.name ?? 'The chapter',
        [methodNames[method], reference].filter(Boolean).join(' · '),
        statusNames[status],
        formatMoney(amount),
      ],
    })),
  };
}
