/** A member's own iCalendar feed, and events read from a file: apart, because dialogs alone need it. */
import * as z from 'zod/mini';
import { instant, localDateTime } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { text, textLike } from '#kit/text.ts';

/** Characters of a file; its octets are limited by the server too. */
export const mostImportLength = 200 * 1024;
export const mostImported = 500;

const feed = z.object({
  /** Null: there is none. */
  createdAt: z.nullable(instant),
});

const newFeed = z.object({
  /** Below the API's base. Shown this once, because only its hash is kept. */
  path: z.string(),
  createdAt: instant,
});
export type NewFeed = z.output<typeof newFeed>;

export const importOutcomes = ['new', 'updated', 'unchanged', 'refused'] as const;

const importedEvent = z.object({
  uid: z.string(),
  title: z.string(),
  /** Wall time of the calendar's zone; null where it cannot be read. */
  startDate: z.nullable(localDateTime),
  isRecurring: z.boolean(),
  outcome: z.enum(importOutcomes),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
});
export type ImportedEvent = z.output<typeof importedEvent>;

const importReport = z.object({
  /** False: nothing was written. */
  isApplied: z.boolean(),
  items: z.array(importedEvent),
});
export type ImportReport = z.output<typeof importReport>;

const tag = 'Events';

export const feedCalls = {
  detail: endpoint({
    method: 'GET',
    path: '/calendar-feed',
    tag,
    summary: 'Whether you have a private calendar address, and since when',
    policy: 'member',
    reply: feed,
  }),
  create: endpoint({
    method: 'POST',
    path: '/calendar-feed',
    tag,
    summary: 'Create a private calendar address; any earlier one stops working',
    policy: 'member',
    reply: newFeed,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/calendar-feed',
    tag,
    summary: 'Revoke your private calendar address; also 204 if there was none',
    policy: 'member',
  }),
  /** 404 for every secret that is unknown, revoked, or of somebody who is no active member. */
  read: endpoint({
    method: 'GET',
    path: '/calendar-feeds/{file}',
    tag,
    summary: "The chapter's events as iCalendar, for anyone who has the secret",
    policy: 'anyone',
    params: z.strictObject({ file: textLike(/^[\w-]{86}\.ics$/) }),
    replyType: 'text/calendar',
    reply: z.string(),
  }),
  /** 422 `not_a_calendar` for a file that cannot be read; events that cannot be taken are told one by one. */
  import: endpoint({
    method: 'POST',
    path: '/calendars/{calendarId}/import',
    tag,
    summary: 'Import events from an iCalendar file, or only report what would be imported',
    policy: 'member',
    params: z.strictObject({ calendarId: id<'calendar'>() }),
    body: z.strictObject({
      text: text(mostImportLength, 'The file can be at most 200 KB'),
      isDryRun: z.boolean(),
    }),
    reply: importReport,
    status: 200,
  }),
};
