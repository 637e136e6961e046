/** The sentence under the greeting of Home. */
import { isAllDay } from '#features/events/all-day.ts';
import { formatStartTime } from '#features/events/format-times.ts';
import type { NextEvent } from '#features/events/web/home/next-events-query.ts';
import type { MemberStanding } from '#features/expenses/summary-contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { nameWeekday } from '#kit/calendar/weekday.ts';
import {
  type Day,
  formatDay,
  type Instant,
  instantToDay,
  instantToLocal,
  localToDay,
} from '#kit/day.ts';
import { cents, formatMoney } from '#kit/money.ts';

export type Today = {
  /** Undefined if it is not known. */
  readonly standing: Pick<MemberStanding, 'standing' | 'otherCurrencies'> | undefined;
  /** Null if there is none, undefined if it is not known. */
  readonly next:
    | Pick<NextEvent, 'title' | 'occurrenceStartDate' | 'localStart' | 'localEnd' | 'rsvp'>
    | null
    | undefined;
  readonly now: Instant;
  /** The chapter's. */
  readonly timeZone: string;
};

/**
 * 'Nothing to pay. Board sync Tuesday at 8 AM; you're going.' Only what is known is said, so it may be
 * empty.
 */
export function describeToday(today: Today): string {
  return [describeMoney(today), describeNext(today)].filter((part) => part !== '').join(' ');
}

/** What is in other currencies is named beside dollars and never added. */
function describeMoney({ standing }: Today): string {
  if (!standing) return '';
  const amounts = [
    { currency: 'USD' as const, balance: standing.standing },
    ...standing.otherCurrencies,
  ];
  const toPay = amounts.filter(({ balance }) => balance < 0);
  const owed = amounts.filter(({ balance }) => balance > 0);
  const list = (some: typeof amounts) =>
    some
      .map(({ currency, balance }) => formatMoney(cents(Math.abs(balance)), currency))
      .join(' and ');
  const parts = [
    ...(toPay.length > 0 ? [`${list(toPay)} to pay.`] : []),
    ...(owed.length > 0 ? [`You're owed ${list(owed)}.`] : []),
  ];
  return parts.length > 0 ? parts.join(' ') : 'Nothing to pay.';
}

function describeNext({ next, now, timeZone }: Today): string {
  if (next === undefined) return '';
  if (next === null) return 'No upcoming events.';
  const { localStart, localEnd, occurrenceStartDate } = next;
  const allDay = isAllDay(localStart, localEnd);
  // The chapter's clock, by which today is today; days without times are the same everywhere.
  const start = allDay ? localStart : instantToLocal(occurrenceStartDate, timeZone);
  const day = describeDay(localToDay(start), instantToDay(now, timeZone));
  const when = allDay ? day : `${day} at ${formatStartTime(start)}`;
  const reply = describeReply(next.rsvp);
  return `${next.title} ${when}${reply && `; ${reply}`}.`;
}

/** 'today', 'tomorrow', 'Tuesday', 'on Dec 9', or 'on Jan 4, 2027'. */
function describeDay(day: Day, today: Day): string {
  if (day === today) return 'today';
  if (day === addDays(today, 1)) return 'tomorrow';
  // A week from now has the same name as today.
  if (day > today && day < addDays(today, 7)) return nameWeekday(day);
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return `on ${isThisYear ? formatDay(day).replace(/, \d{4}$/, '') : formatDay(day)}`;
}

const replies = {
  going: "you're going",
  maybe: 'you might go',
  'not-going': "you're not going",
};

function describeReply({ mine, isOpen }: NextEvent['rsvp']): string {
  if (mine?.status === 'waitlisted') return "you're on the waitlist";
  if (mine) return replies[mine.answer];
  return isOpen ? "you haven't RSVP'd yet" : '';
}
