/** The member directory. */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { optionalPageQuery } from '#kit/page.ts';

export const member = z.object({
  id: id<'member'>(),
  /** The person's ID in another system, such as the network's; null if there is none. */
  externalUserIdentifier: z.nullable(z.string()),
  displayName: z.string(),
  /** First and last name always match each other; see `firstAndLastName`. */
  firstName: z.string(),
  /** Empty for a person with a single name. */
  lastName: z.string(),
  email: z.string(),
  primaryPhone: z.nullable(z.string()),
  audit: z.object({ createdAt: instant }),
});
export type Member = z.output<typeof member>;

export const memberCalls = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    tag: 'Members',
    summary: "List the chapter's active members by name; all of them by default",
    policy: 'member',
    credential: 'cookie-or-bearer',
    query: z.strictObject(optionalPageQuery),
    reply: z.object({ items: z.array(member), totalCount: z.int() }),
  }),
};
