/**
 * The thread that reads large calendar files, started by `import-reader.ts`. The events go back in parts, each
 * when it is asked for, so that the server never takes many of them at once.
 */
import { parentPort } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { isZip } from '#features/files/office.ts';
import { createBudget } from '#kit/budget.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { decodeCalendar } from '../../ical/decode-calendar.ts';
import type { ParsedEvent } from '../../ical/ical-parse.ts';
import { maxFileBytes } from '../../import-contract.ts';
import { type FileLimits, parseFile, toRows } from './parse-file.ts';

export type ReadOrder = {
  readonly content: Uint8Array;
  readonly timeZone: string;
  readonly limits: FileLimits;
};
/** `total` events were read, or none because of a refusal; reading cost as much as so many rows. */
export type ReadReply = {
  readonly file: Result<{ readonly total: number }>;
  readonly rows: number;
};
export type ReadPart = readonly ParsedEvent[];

const eventsOfPart = 50;

const tooLarge = refuse('too-large', 'too_large', 'The file can be at most 5 MB');
const noText = refuse('invalid', 'not_a_calendar', "This isn't a text file");
/** As Google exports calendars. */
const isArchive = refuse(
  'invalid',
  'not_a_calendar',
  'This is a ZIP file. Unpack it, and import a calendar that is in it',
);
const damaged = refuse('invalid', 'not_a_calendar', "The compressed file can't be unpacked");

function unpack(content: Uint8Array): Result<Uint8Array> {
  if (isZip(content)) return isArchive;
  if (content[0] !== 0x1f || content[1] !== 0x8b) return ok(content);
  try {
    return ok(gunzipSync(content, { maxOutputLength: maxFileBytes }));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge : damaged;
  }
}

let events: readonly ParsedEvent[] = [];

async function read({ content, timeZone, limits }: ReadOrder): Promise<ReadReply> {
  const unpacked = unpack(content);
  if (!unpacked.ok) return { file: unpacked, rows: 0 };
  const decoded = decodeCalendar(unpacked.value);
  if (!decoded) return { file: noText, rows: 0 };
  const steps = createBudget(limits.maxSteps);
  const file = await parseFile(decoded, timeZone, limits, () => Promise.resolve(), steps);
  const rows = toRows(steps);
  if (!file.ok) return { file, rows };
  events = file.value.events;
  return { file: ok({ total: events.length }), rows };
}

function send(message: ReadReply | ReadPart): void {
  parentPort?.postMessage(message);
}

async function answer(message: ReadOrder | { readonly from: number }): Promise<void> {
  if ('content' in message) send(await read(message));
  else send(events.slice(message.from, message.from + eventsOfPart));
}

// What it throws ends the thread, and `import-reader.ts` hears of it.
parentPort?.on('message', (message: ReadOrder | { readonly from: number }) => void answer(message));
