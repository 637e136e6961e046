/** What is new in the chapter for a member since they last opened Home. */
import * as z from 'zod/mini';
import { eventNews } from '#features/events/news/contract.ts';
import { expenseNews } from '#features/expenses/news/contract.ts';
import { memberNews } from '#features/members/news/contract.ts';
import { paymentNews } from '#features/payments/news/contract.ts';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';

/** Maximum items listed; the rest are only counted. */
export const maxNews = 10;

const newsItem = z.discriminatedUnion('kind', [expenseNews, paymentNews, eventNews, memberNews]);
export type NewsItem = z.output<typeof newsItem>;

const tag = 'Home';

export const newsCalls = {
  list: endpoint({
    method: 'GET',
    path: '/home/news',
    tag,
    summary: 'List what is new for the caller since their last visit, newest first',
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
