/** Events that take RSVPs for component tests, and a server that keeps those of one member. */
import { plural } from '#kit/counts.ts';
import { type Day, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { answer, type Failure, refuse } from '#web/testing/network.ts';
import { memberId, today } from '#web/testing/session.ts';
import { categoryCalls } from '../../categories/category-contract.ts';
import { eventCalls } from '../../contract.ts';
import type { EventCard, EventDetail } from '../../event.ts';
import { maxGuests, type OccurrenceRsvp } from '../../rsvp/occurrence-rsvp.ts';
import { previewRsvp } from '../../rsvp/rsvp.ts';
import { rsvpCalls } from '../../rsvp/rsvp-contract.ts';
import { makeOccurrence, serveEvents } from './event-samples.ts';

/** In twenty days, without a limit unless given. */
export function makeCard(title: string, rsvp: Partial<OccurrenceRsvp> = {}): EventCard {
  const day = Temporal.PlainDate.from(today()).add({ days: 20 }).toString() as Day;
  const { capacity = null, deadline = null } = rsvp;
  return {
    ...makeOccurrence(title, day),
    participantIds: [],
    capacity,
    rsvpDeadline: deadline,
    rsvp: {
      going: 0,
      maybe: 0,
      waitlisted: 0,
      capacity,
      maxGuests,
      mine: null,
      deadline,
      isOpen: true,
      ...rsvp,
    },
    isRecurring: false,
  };
}

export const toDetail = (card: EventCard): EventDetail => ({
  ...card,
  id: card.eventId,
  startDate: card.localStart,
  endDate: card.localEnd,
  startsAt: card.occurrenceStartDate,
  endsAt: card.occurrenceEndDate,
  isException: false,
  recurrencePattern: null,
  series: { startDate: card.localStart, endDate: card.localEnd },
  maxGuests: card.rsvp.maxGuests,
  rsvpClosesMinutesBefore: null,
  hidesNames: false,
  fileIds: [],
  audit: {
    createdBy: 'Maya Chen',
    createdAt: toInstant(Temporal.Now.instant()),
    updatedAt: toInstant(Temporal.Now.instant()),
  },
  version: 1,
});

/** Returns the RSVPs as the server has them. */
export function serveRsvps(...cards: readonly EventCard[]): (card: EventCard) => OccurrenceRsvp {
  const kept = new Map(cards.map((card) => [card.occurrenceId, card]));
  const find = (id: Id<'occurrence'>): EventCard | Failure =>
    kept.get(id) ?? refuse(404, 'not_found', 'Event not found');
  const isCard = (found: EventCard | Failure): found is EventCard => 'rsvp' in found;
  serveEvents(...cards);
  answer(eventCalls.search, ({ query: { search = '', skip, take } }) => {
    const found = [...kept.values()].filter(({ title }) => title.includes(search));
    const items = found.slice(skip, skip + take);
    return { items, totalCount: found.length, hasMore: skip + take < found.length };
  });
  answer(eventCalls.figures, {
    eventsThisMonth: cards.length,
    totalRsvps: 0,
    daysUntilNextEvent: 20,
    years: [],
  });
  answer(categoryCalls.list, { items: [], version: 1 });
  answer(eventCalls.detail, ({ params }) => {
    const card = cards.find(({ eventId }) => eventId === params.eventId);
    const found = card ? find(card.occurrenceId) : refuse(404, 'not_found', 'Event not found');
    return isCard(found) ? toDetail(found) : found;
  });
  answer(rsvpCalls.answers, ({ params }) => {
    const found = find(params.occurrenceId);
    if (!isCard(found)) return found;
    const { mine } = found.rsvp;
    const own = { memberId: memberId('Maya Chen'), name: 'Maya Chen' };
    const answeredAt = toInstant(Temporal.Now.instant());
    return { items: mine ? [{ ...own, ...mine, answeredAt, isNew: false }] : [], rsvp: found.rsvp };
  });
  answer(rsvpCalls.answer, ({ params, body }) => {
    const found = find(params.occurrenceId);
    if (!isCard(found)) return found;
    const most = found.rsvp.maxGuests;
    if (body.guests > most) {
      return refuse(409, 'too_many_guests', `At most ${plural(most, 'guest')}`);
    }
    const rsvp = previewRsvp(found.rsvp, body);
    kept.set(params.occurrenceId, { ...found, rsvp });
    return rsvp;
  });
  return ({ occurrenceId }) => (kept.get(occurrenceId) as EventCard).rsvp;
}
