/** A member's iCalendar feed and file import. Separate because only two dialogs load it. */
import * as z from 'zod/mini';
import { instant, localDateTime } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { text, textLike } from '#kit/text.ts';

/** In characters; the server applies the same limit to bytes. */
export const maxImportLength = 200 * 1024;
export const maxImportedEvents = 500;

const feed = z.object({
  /** Null if there is no feed. */
  createdAt: z.nullable(instant),
});

const newFeed = z.object({
  /** Relative to the API's base. Returned only once, because only its hash is stored. */
  path: z.string(),
  createdAt: instant,
});

export const importOutcomes = ['new', 'updated', 'canceled', 'unchanged', 'refused'] as const;

export const importedEvent = z.object({
  uid: z.string(),
  title: z.string(),
  /** Local time in the calendar's time zone; null if it cannot be read. */
  startDate: z.nullable(localDateTime),
  /** Of the first occurrence. */
  endDate: z.nullable(localDateTime),
  isRecurring: z.boolean(),
  outcome: z.enum(importOutcomes),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  /** What is not kept of it, in sentences. */
  losses: z.array(z.string()),
  /** If it is here already: what the file changes. Reports of earlier versions have none. */
  changes: z.optional(
    z.array(
      z.object({ name: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
    ),
  ),
  /** Only for its owner's eyes, as the file says. */
  isPrivate: z.boolean(),
});
export type ImportedEvent = z.output<typeof importedEvent>;

const importReport = z.object({
  /** False for a dry run. */
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
  /** 404 if the secret is unknown or revoked, or its owner is not an active member. */
  /** 301 once the chapter has moved to another server, if its address there is known. */
  read: endpoint({
    method: 'GET',
    path: '/calendar-feeds/{file}',
    tag,
    summary: "The chapter's events as iCalendar, for anyone who has the secret",
    policy: 'anyone',
    params: z.strictObject({ file: textLike(/^[\w-]{86}\.ics$/) }),
    // Whatever people put behind the address, so that their calendar asks for it anew.
    query: z.object({}),
    replyType: 'text/calendar',
    reply: z.string(),
  }),
  /** 422 `not_a_calendar` if the file cannot be read; unsupported events are reported one by one. */
  import: endpoint({
    method: 'POST',
    path: '/calendars/{calendarId}/import',
    tag,
    summary: 'Import events from an iCalendar file, or only report what would be imported',
    policy: 'member',
    params: z.strictObject({ calendarId: id<'calendar'>() }),
    body: z.strictObject({
      text: text(maxImportLength, 'The file can be at most 200 KB'),
      isDryRun: z.boolean(),
      /** Imports events that the file calls private, which the whole chapter then sees. */
      includesPrivate: z._default(z.boolean(), false),
    }),
    reply: importReport,
    status: 200,
    // JSON writes a character in up to six bytes.
    maxBodyBytes: 6 * maxImportLength + 1_024,
  }),
};
