/** What a chapter's admin sets: apart, because only one screen needs it. */
import * as z from 'zod/mini';
import { timeZone } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { optionalOutsideUrl } from '#kit/outside-url.ts';
import { chapterPolicies } from '#kit/role.ts';
import { requiredText } from '#kit/text.ts';

export const chapterSettings = z.strictObject({
  name: requiredText(100, 'Name is required'),
  /** What the chapter's dates are shown in. Calendars keep the zone that they were made in. */
  timeZone,
  policy: z.enum(chapterPolicies),
  /** Empty: the chapter has none, and no screen leads there. */
  links: z.strictObject({
    chapterSiteUrl: optionalOutsideUrl,
    networkHubUrl: optionalOutsideUrl,
    learningCentreUrl: optionalOutsideUrl,
    localPlatformUrl: optionalOutsideUrl,
  }),
});
export type ChapterSettings = z.output<typeof chapterSettings>;

/** As it is kept: an address set by the operator's configuration is told as it stands. */
const chapterDetail = z.object({
  name: z.string(),
  timeZone: z.string(),
  policy: z.enum(chapterPolicies),
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
    summary: "Update the chapter's name, time zone, policy, and external links",
    policy: 'admin',
    body: chapterSettings,
    reply: chapterDetail,
    version,
  }),
};
