import type { LinkProps } from '@tanstack/react-router';
import { formatCount, pluralize } from '#kit/counts.ts';
import { type Cents, formatMoney } from '#kit/money.ts';

/** How much of each kind waits for the user. */
export type WaitingCounts = {
  /** Payments the user may confirm, and what they add up to. */
  readonly payments: number;
  readonly amount: Cents;
  /** Events soon that the user has not replied to. */
  readonly unanswered: number;
  readonly openExpenses: number;
  /** Of the open expenses, those without a receipt. */
  readonly withoutReceipt: number;
  readonly invitations: number;
};

export type Waiting = {
  readonly count: string;
  readonly label: string;
  readonly link: Pick<LinkProps, 'to' | 'search'>;
};

/** What waits for the user, the most pressing first; what nothing waits of is left out. */
export function listWaiting(counts: WaitingCounts): Waiting[] {
  const { payments, amount, unanswered, openExpenses, withoutReceipt, invitations } = counts;
  const entries: [count: number, label: string, link: Waiting['link']][] = [
    [
      payments,
      `${pluralize(payments, 'payment')} to confirm, ${formatMoney(amount)}`,
      { to: '/payments' },
    ],
    [unanswered, `${pluralize(unanswered, 'event')} without your RSVP`, { to: '/events' }],
    [
      openExpenses,
      `open ${pluralize(openExpenses, 'expense')} to settle`,
      { to: '/expenses', search: { status: 'open' } },
    ],
    [
      withoutReceipt,
      `open ${pluralize(withoutReceipt, 'expense')} without a receipt`,
      { to: '/expenses', search: { status: 'open', receipts: 'none' } },
    ],
    [
      invitations,
      `open ${pluralize(invitations, 'invitation')}`,
      { to: '/members', search: { dialog: 'invite' } },
    ],
  ];
  return entries
    .filter(([count]) => count > 0)
    .map(([count, label, link]) => ({ count: formatCount(count), label, link }));
}
