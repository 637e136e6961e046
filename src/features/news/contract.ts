/** What is new in the chapter for a member since they last opened Home. */
import * as z from 'zod/mini';
import { instant, localDateTime } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { money } from '#kit/money.ts';

/** Maximum items listed; the rest are only counted. */
export const maxNews = 10;

/** `by`: who did it; null if the server did, such as making a recurring expense. */
const happened = { at: instant, by: z.nullable(z.string()) };

/** An expense the member shares or paid. `share` is theirs; null if they only paid. */
const expenseNews = z.object({
  ...happened,
  kind: z.enum(['expense-logged', 'expense-settled', 'expense-corrected']),
  expenseId: id<'expense'>(),
  title: z.string(),
  share: z.nullable(money),
});

/** A payment the member made or got, and what has become of it. */
const paymentNews = z.object({
  ...happened,
  kind: z.literal('payment'),
  paymentId: id<'payment'>(),
  amount: money,
  isToMember: z.boolean(),
  /** The other side; null is the chapter. */
  other: z.nullable(z.string()),
  status: z.enum(['waiting', 'confirmed', 'rejected', 'withdrawn', 'taken_back']),
});

/**
 * An upcoming event: `moved` and `canceled` if the member is coming or may come, `spot-given` if they
 * were promoted from its waitlist.
 */
const eventNews = z.object({
  ...happened,
  kind: z.enum(['event-added', 'event-moved', 'event-canceled', 'spot-given']),
  title: z.string(),
  localStart: localDateTime,
  calendarId: id<'calendar'>(),
  eventId: id<'event'>(),
  /** Null if it no longer exists. */
  occurrenceId: z.nullable(id<'occurrence'>()),
});

const memberNews = z.object({
  ...happened,
  kind: z.literal('member-joined'),
  memberId: id<'member'>(),
  name: z.string(),
});

const newsItem = z.discriminatedUnion('kind', [expenseNews, paymentNews, eventNews, memberNews]);
export type NewsItem = z.output<typeof newsItem>;

const tag = 'Home';

export const newsCalls = {
  list: endpoint({
    method: 'GET',
    path: '/home/news',
    tag,
    summary: 'Tell what is new for the caller since their last visit, newest first',
    policy: 'member',
    reply: z.object({
      /** When the visit before this one ended; null during the first. */
      since: z.nullable(instant),
      items: z.array(newsItem),
      /** How many more there are. */
      more: z.int(),
      /** Whether so much has happened that older news were not looked for. */
      isCut: z.boolean(),
    }),
  }),
  visit: endpoint({
    method: 'PUT',
    path: '/home/visit',
    tag,
    summary: 'Note that the caller has seen what is new; it stays new until their next visit',
    policy: 'member',
    status: 204,
  }),
};
