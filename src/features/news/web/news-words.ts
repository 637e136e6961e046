/** What is new, in words, and where it leads. */
import type { LinkProps } from '@tanstack/react-router';
import { toMonth } from '#kit/calendar/month.ts';
import { formatDay, localToDay } from '#kit/day.ts';
import { formatMoney } from '#kit/money.ts';
import type { NewsItem } from '../contract.ts';

export type NewsWords = {
  /** 'Dinner' */
  readonly subject: string;
  /** 'Logged by Maya Chen, your share $20.00' */
  readonly detail: string;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'search'>;
};

type Of<Kind extends NewsItem['kind']> = Extract<NewsItem, { kind: Kind }>;

export function describeNews(item: NewsItem): NewsWords {
  switch (item.kind) {
    case 'expense-logged':
    case 'expense-settled':
    case 'expense-corrected':
      return {
        subject: item.title,
        detail: describeExpense(item),
        link: { to: '/expenses', search: { expense: item.expenseId } },
      };
    case 'payment':
      return {
        subject: formatMoney(item.amount),
        detail: describePayment(item),
        link: { to: '/payments', search: { payment: item.paymentId } },
      };
    case 'member-joined':
      return {
        subject: item.name,
        detail: 'Joined the chapter',
        link: { to: '/members/$memberId', params: { memberId: item.memberId } },
      };
    default:
      return describeEvent(item);
  }
}

const expenseVerbs = {
  'expense-logged': 'Logged',
  'expense-settled': 'Settled',
  'expense-corrected': 'Corrected',
};

function describeExpense({
  kind,
  by,
  share,
}: Of<'expense-logged' | 'expense-settled' | 'expense-corrected'>): string {
  const done = by === null ? expenseVerbs[kind] : `${expenseVerbs[kind]} by ${by}`;
  return share === null ? `${done}, paid by you` : `${done}, your share ${formatMoney(share)}`;
}

const paymentStates = {
  waiting: 'to be confirmed',
  confirmed: 'confirmed',
  rejected: 'declined',
  withdrawn: 'canceled',
  taken_back: 'reversed',
};

function describePayment({ isToMember, other, status }: Of<'payment'>): string {
  const side = other ?? 'the chapter';
  return `Payment ${isToMember ? 'from' : 'to'} ${side}, ${paymentStates[status]}`;
}

const eventVerbs = {
  'event-added': 'New event',
  'event-moved': 'Moved to',
  'event-canceled': 'Canceled',
  'spot-given': "You've got a spot",
};

function describeEvent(
  item: Of<'event-added' | 'event-moved' | 'event-canceled' | 'spot-given'>,
): NewsWords {
  const { kind, title, localStart, calendarId, eventId, occurrenceId } = item;
  const month = { calendar: calendarId, month: toMonth(localStart) };
  const details = occurrenceId === null ? {} : { event: eventId, occurrence: occurrenceId };
  const separator = kind === 'event-moved' ? ' ' : ', ';
  return {
    subject: title,
    detail: `${eventVerbs[kind]}${separator}${formatDay(localToDay(localStart))}`,
    link: { to: '/calendar', search: { ...month, ...details } },
  };
}
