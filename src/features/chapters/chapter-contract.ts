/** A chapter's settings. Separate because only one screen needs them. */
import * as z from 'zod/mini';
import { timeZone } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { optionalOutsideUrl } from '#kit/outside-url.ts';
import { chapterPolicies } from '#kit/role.ts';
import { requiredText } from '#kit/text.ts';

export const chapterSettings = z.strictObject({
  name: requiredText(100, 'Name is required'),
  /** The zone the chapter's dates are shown in. Calendars keep the zone they were created in. */
  timeZone,
  policy: z.enum(chapterPolicies),
  /** Whether plain members see each other's wallets and balances; if missing, as before. */
  membersSeeWallets: z.optional(z.boolean()),
  /** Empty if the chapter has no such link; screens then omit it. */
  links: z.strictObject({
    chapterSiteUrl: optionalOutsideUrl,
    networkHubUrl: optionalOutsideUrl,
    learningCentreUrl: optionalOutsideUrl,
    localPlatformUrl: optionalOutsideUrl,
  }),
});
export type ChapterSettings = z.output<typeof chapterSettings>;

/** As stored: URLs from the operator's configuration are not validated. */
const chapterDetail = z.object({
  name: z.string(),
  timeZone: z.string(),
  policy: z.enum(chapterPolicies),
  membersSeeWallets: z.boolean(),
  links: z.object({
    chapterSiteUrl: z.string(),
    networkHubUrl: z.string(),
    learningCentreUrl: z.string(),
    localPlatformUrl: z.string(),
  }),
  version: z.int(),
});
export type ChapterDetail = z.output<typeof chapterDetail>;

const version = (reply: ChapterDetail) => reply.version;

export const chapterCalls = {
  detail: endpoint({
    method: 'GET',
    path: '/chapter',
    tag: 'Chapter',
    summary: "Read the chapter's settings",
    policy: 'member',
    reply: chapterDetail,
    version,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/chapter',
    tag: 'Chapter',
    summary:
      "Update the chapter's name, time zone, policy, visibility of wallets, and external links",
    policy: 'admin',
    body: chapterSettings,
    reply: chapterDetail,
    version,
  }),
};
