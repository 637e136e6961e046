/** A server that answers what Home reads: nothing has happened, one event is ahead. */
import { serveDues } from '#features/dues/web/testing/dues-samples.ts';
import type { OccurrenceRsvp } from '#features/events/rsvp/occurrence-rsvp.ts';
import { upcomingCall } from '#features/events/summary-contract.ts';
import { makeOccurrence } from '#features/events/web/testing/event-samples.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { newsCalls } from '#features/news/contract.ts';
import type { Payment } from '#features/payments/contract.ts';
import { addDays } from '#kit/calendar/month.ts';
import { toInstant } from '#kit/day.ts';
import { type Cents, zeroCents } from '#kit/money.ts';
import { serveNothing } from '#web/testing/empty-replies.ts';
import { answer } from '#web/testing/network.ts';
import { memberId, nextId, today } from '#web/testing/session.ts';

const openRsvp: OccurrenceRsvp = {
  going: 0,
  maybe: 0,
  waitlisted: 0,
  capacity: null,
  maxGuests: 20,
  mine: null,
  deadline: null,
  isOpen: true,
};

export function serveHome(): void {
  serveNothing();
  const dinner = makeOccurrence('Harbor dinner', addDays(today(), 1));
  answer(upcomingCall, {
    items: [{ ...dinner, rsvp: openRsvp, faces: { people: [], count: 0 } }],
    hasMore: false,
  });
  answer(expenseCalls.standingCourse, {
    standing: zeroCents,
    points: [],
    since: today(),
    isComplete: true,
  });
  serveDues();
  answer(newsCalls.list, {
    since: toInstant(Temporal.Now.instant()),
    items: [],
    more: 0,
    isCut: false,
  });
  answer(newsCalls.visit, undefined);
}

/** Diego says that he paid the chapter. */
export function waitingPayment(amount: Cents): Payment {
  const now = toInstant(Temporal.Now.instant());
  const diego = { id: memberId('Diego Alvarez'), name: 'Diego Alvarez' };
  return {
    id: nextId('payment'),
    from: diego,
    to: null,
    amount,
    paidOn: today(),
    method: 'cash',
    reference: null,
    note: null,
    expenseId: null,
    depositId: null,
    status: 'waiting',
    saidBy: diego,
    saidAs: 'payer',
    decidedBy: null,
    decidedAt: null,
    takenBackBy: null,
    takenBackAt: null,
    reason: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
