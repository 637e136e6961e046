/**
 * The directory in pages, searched and sorted by the server. Separate because one screen needs it.
 */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { paged, pageQuery, sortQuery } from '#kit/page.ts';
import { text } from '#kit/text.ts';
import { member } from './contract.ts';
import { directorySorts, initials } from './directory.ts';

const listedMember = z.extend(member, {
  /** What a press on the number dials (RFC 3966); null without one. */
  phoneUrl: z.nullable(z.string()),
  company: z.nullable(z.string()),
  title: z.nullable(z.string()),
  city: z.nullable(z.string()),
  headline: z.nullable(z.string()),
  asks: z.nullable(z.string()),
  offers: z.nullable(z.string()),
});
export type ListedMember = z.output<typeof listedMember>;

/** Filter and order, the same for the list and its exports. */
const directoryQuery = {
  /** Every word must occur in what the caller may see of a member. */
  q: z.optional(text(200)),
  /** The first letter of the name, `#` for any other character. */
  initial: z.optional(z.enum(initials)),
  ...sortQuery(directorySorts),
};

const tag = 'Members';

export const directoryCalls = {
  search: endpoint({
    method: 'GET',
    path: '/members',
    tag,
    summary: 'Search active members by the fields the caller may see, page by page',
    policy: 'member',
    query: z.strictObject({ ...directoryQuery, ...pageQuery(60) }),
    reply: paged(listedMember),
  }),
  initials: endpoint({
    method: 'GET',
    path: '/members/initials',
    tag,
    summary: "List the letters with which active members' names begin",
    policy: 'member',
    reply: z.object({ items: z.array(z.enum(initials)) }),
  }),
  /** 422 `too_many_members` for more than ten thousand. */
  export: endpoint({
    method: 'GET',
    path: '/members/export',
    tag,
    summary: 'Export members as CSV or vCard',
    policy: 'member',
    query: z.strictObject({ ...directoryQuery, format: z.enum(['csv', 'vcard']) }),
    reply: z.object({
      fileName: z.string(),
      mediaType: z.string(),
      count: z.int(),
      text: z.string(),
    }),
  }),
};
