/** What members look for, as Home shows it. Separate because only Home needs it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';

const ask = z.object({
  memberId: id<'member'>(),
  displayName: z.string(),
  firstName: z.string(),
  asks: z.string(),
  /** Empty if the caller may not see it. */
  email: z.string(),
});
export type Ask = z.output<typeof ask>;

export const asksCall = endpoint({
  method: 'GET',
  path: '/members/asks',
  tag: 'Members',
  summary: 'Pick up to three fresh asks of other members, which change daily, and the own one',
  policy: 'member',
  reply: z.object({
    items: z.array(ask),
    /** All fresh asks the caller may see, their own included. */
    totalCount: z.int(),
    mine: z.nullable(
      z.object({
        asks: z.string(),
        /** Whether others still see it on Home. */
        isFresh: z.boolean(),
        /** The version of the profile, for keeping or clearing it. */
        version: z.int(),
      }),
    ),
  }),
});
