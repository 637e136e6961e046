/** Parses a file to be imported within limits. Also loaded by the thread that reads large files. */
import { type Budget, createBudget, type MeasuredBudget } from '#kit/budget.ts';
import { formatCount } from '#kit/counts.ts';
import type { DecodedText } from '#kit/decode-text.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { cut } from '#kit/text.ts';
import { type ParsedEvent, parseEvents } from '../../ical/ical-parse.ts';
import { readCalendars } from '../../ical/ical-read.ts';

export type FileLimits = {
  readonly maxEvents: number;
  readonly maxRecurring: number;
  /** For reading and for writing each. */
  readonly maxSteps: number;
  /** Rows that the events of one file may have. */
  readonly maxRows: number;
  /** Events that were imported before and changed, which stay locked until all is done. */
  readonly maxChanged: number;
};

export type ReadFile = { readonly events: readonly ParsedEvent[]; readonly timeZone: string };

/** Steps of a walk over days that cost as much as a row. */
const stepsOfRow = 30;

/** What walking costs its member: a small file may say series that take longer than all that it has. */
export const toRows = (steps: MeasuredBudget): number => stepsToRows(steps.spent());
export const stepsToRows = (steps: number): number => Math.ceil(steps / stepsOfRow);

/** `pause` lets others work in between. */
export async function parseFile(
  { text, isGuess }: DecodedText,
  timeZone: string,
  { maxEvents, maxRecurring, maxSteps }: FileLimits,
  pause: () => Promise<unknown>,
  steps: Budget = createBudget(maxSteps),
): Promise<Result<ReadFile>> {
  const parsed = await readCalendars(text, pause);
  if (!parsed.ok) return parsed;
  const events = parsed.value.flatMap(({ components }) =>
    components.filter(({ name }) => name === 'VEVENT'),
  );
  if (events.length > maxEvents) return refuseMany(maxEvents, 'events');
  const isRecurring = ({ properties }: (typeof events)[number]) =>
    properties.some(({ name }) => name === 'RRULE');
  if (events.filter(isRecurring).length > maxRecurring) {
    return refuseMany(maxRecurring, 'events that repeat');
  }
  const read: ParsedEvent[] = [];
  for (const event of parseEvents(parsed.value, timeZone, steps)) {
    if (steps.isSpent()) return repeatsTooLong(event);
    read.push(isGuess ? markGuess(event) : event);
    // Dates that a series names one by one are events of their own.
    if (read.length > maxEvents) return refuseMany(maxEvents, 'events');
    await pause();
  }
  return ok({ events: read, timeZone });
}

/** Of an event with letters that other encodings write otherwise. */
function markGuess(event: ParsedEvent): ParsedEvent {
  const { title, read, losses } = event;
  const { description = '', location = '' } = read.ok ? read.value.text : {};
  const letters = /[^\0-\x7f]+/.exec(`${title}\n${location}\n${description}`)?.[0];
  if (letters === undefined) return event;
  const guess = `The file isn't UTF-8, so letters such as “${cut(letters, 20)}” are a guess`;
  return { ...event, losses: [...losses, guess] };
}

export function refuseMany(max: number, what: string) {
  const message = `At most ${formatCount(max)} ${what} at once`;
  return refuse('invalid', 'too_many_events', message, { field: 'text' });
}

export function repeatsTooLong({ title }: ParsedEvent) {
  const message = `The events up to “${cut(title, 100)}” repeat for too long to be imported at once. Split the file, or let the series begin later or repeat less often`;
  return refuse('invalid', 'too_many_events', message, { field: 'text' });
}
