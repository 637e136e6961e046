/** A chapter's settings. Separate because only one screen needs them. */
import * as z from 'zod/mini';
import { timeZone } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { lineRules } from '#kit/line.ts';
import { cents, formatMoney, money } from '#kit/money.ts';
import { optionalOutsideUrl } from '#kit/outside-url.ts';
import { chapterPolicies, eventPolicies, settlementWays } from '#kit/role.ts';
import { requiredText } from '#kit/text.ts';

export const chapterSettings = z.strictObject({
  name: requiredText(100, 'Name is required').check(...lineRules),
  /** The zone the chapter's dates are shown in. Calendars keep the zone they were created in. */
  timeZone,
  policy: z.enum(chapterPolicies),
  /** Who may change and delete events; if missing, as before, and in a new chapter `open`. */
  eventPolicy: z.optional(z.enum(eventPolicies)),
  /** Whether plain members see each other's wallets and balances; if missing, as before, and in a new chapter false. */
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

/** 1,000.00: more would leave real debts for next time. */
const maxSmallestPayment = cents(1_000_00);

/** What an admin changes. A new chapter starts with the defaults of what is only here. */
export const changedSettings = z.strictObject({
  ...chapterSettings.shape,
  /** If missing, as before. */
  settlesThrough: z.optional(z.enum(settlementWays)),
  /** Whether subjects of emails say amounts; if missing, as before. */
  amountsInSubjects: z.optional(z.boolean()),
  /** Plans that settle everyone up leave smaller amounts for next time; 0 leaves none. */
  smallestPayment: money.check(
    z.refine(
      (amount) => amount >= 0 && amount <= maxSmallestPayment,
      `Must be between 0 and ${formatMoney(maxSmallestPayment)}`,
    ),
  ),
});
export type ChangedSettings = z.output<typeof changedSettings>;

/** As stored: URLs from the operator's configuration are not validated. */
const chapterDetail = z.object({
  name: z.string(),
  timeZone: z.string(),
  policy: z.enum(chapterPolicies),
  eventPolicy: z.enum(eventPolicies),
  membersSeeWallets: z.boolean(),
  settlesThrough: z.enum(settlementWays),
  amountsInSubjects: z.boolean(),
  links: z.object({
    chapterSiteUrl: z.string(),
    networkHubUrl: z.string(),
    learningCentreUrl: z.string(),
    localPlatformUrl: z.string(),
  }),
  smallestPayment: money,
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
      "Update the chapter's name, time zone, policies, visibility of wallets, way of settling, amounts in subjects of emails, external links, and smallest payment",
    policy: 'admin',
    body: changedSettings,
    reply: chapterDetail,
    version,
  }),
};
