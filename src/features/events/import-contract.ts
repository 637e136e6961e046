/**
 * Imports of calendar files in the background: sent, previewed, started, and done or not at all. A member has
 * one at a time, the latest of which is kept for a day.
 */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { paged, pageQuery } from '#kit/page.ts';
import { text } from '#kit/text.ts';
import { importedEvent, importOutcomes } from './feed-contract.ts';

export const maxFileBytes = 5 * 1024 * 1024;
export const maxFileEvents = 5_000;
/** Of one page of a report. */
const maxReportPage = 200;

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Send bytes');

const counts = z.object({
  new: z.int(),
  updated: z.int(),
  canceled: z.int(),
  unchanged: z.int(),
  refused: z.int(),
});
export type ImportCounts = z.output<typeof counts>;

const importPhases = [
  'reading',
  'ready',
  'importing',
  'done',
  'failed',
  'canceled',
  /** The server stopped during the import: nothing was imported, and it can be started again. */
  'interrupted',
] as const;

const calendarImport = z.object({
  id: id<'calendar-import'>(),
  calendarId: id<'calendar'>(),
  fileName: z.string(),
  phase: z.enum(importPhases),
  /** Events that the phase is through with. */
  done: z.int(),
  /** Null until it is known. */
  total: z.nullable(z.int()),
  /** Of events, what will become of them, or did. */
  counts,
  /** Of events that the file calls private, if they are included. They are not in `counts`. */
  privateCounts: counts,
  /** Why it failed or was interrupted. */
  problem: z.nullable(z.object({ code: z.string(), message: z.string() })),
  begunAt: instant,
});
export type CalendarImport = z.output<typeof calendarImport>;

const current = z.object({ import: z.nullable(calendarImport) });

const tag = 'Events';
const importParams = z.strictObject({ importId: id<'calendar-import'>() });

export const importCalls = {
  /**
   * 409 `import_running` while another one of yours is read or imported; 413 above 5 MB. The file may be
   * compressed with gzip. Sending the same ID again is the same import.
   */
  send: endpoint({
    method: 'POST',
    path: '/calendars/{calendarId}/imports',
    tag,
    summary: 'Send an iCalendar file, to be previewed and imported in the background',
    policy: 'member',
    params: z.strictObject({ calendarId: id<'calendar'>() }),
    query: z.strictObject({
      /** Chosen by the sender, so that sending it again makes no second one. */
      id: z.optional(id<'calendar-import'>()),
      fileName: z._default(text(1_000), 'calendar.ics'),
    }),
    bodyType: 'application/octet-stream',
    body: bytes,
    maxBodyBytes: maxFileBytes,
    reply: calendarImport,
  }),
  current: endpoint({
    method: 'GET',
    path: '/calendar-import',
    tag,
    summary: 'Your latest import of a calendar file and how far it is',
    policy: 'member',
    reply: current,
  }),
  events: endpoint({
    method: 'GET',
    path: '/calendar-imports/{importId}/events',
    tag,
    summary: 'What your import will make, or has made, of each event of the file',
    policy: 'member',
    params: importParams,
    query: z.strictObject({
      ...pageQuery(50, maxReportPage),
      outcome: z.optional(z.enum(importOutcomes)),
    }),
    reply: paged(importedEvent),
  }),
  /** 409 `import_not_ready`. Once it runs or is done, starting it again changes nothing. */
  start: endpoint({
    method: 'POST',
    path: '/calendar-imports/{importId}/start',
    tag,
    summary: 'Import what was previewed, all of it or nothing',
    policy: 'member',
    params: importParams,
    body: z.strictObject({
      /** Imports events that the file calls private, which the whole chapter then sees. */
      includesPrivate: z._default(z.boolean(), false),
    }),
    reply: calendarImport,
    status: 200,
  }),
  /** 409 `import_done` if all of it is there already. */
  cancel: endpoint({
    method: 'DELETE',
    path: '/calendar-imports/{importId}',
    tag,
    summary: 'Cancel your import before it is done, or forget its preview',
    policy: 'member',
    params: importParams,
  }),
};
