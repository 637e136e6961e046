/** A chapter's events as one iCalendar text, for one member. */
import { type Instant, instantOf, type LocalDateTime } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { formatRule } from '#kit/recurrence/rule-text.ts';
import { plural } from '#kit/words.ts';
import type { RsvpAnswer } from '../rsvp/occurrence-rsvp.ts';
import { type Expected, expectedAt, type Series } from '../series.ts';
import { writeLines, writeText } from './ical-lines.ts';
import { basicInstant, basicLocal } from './ical-times.ts';
import { zoneLines } from './ical-zone.ts';

export type OwnAnswer = {
  readonly answer: RsvpAnswer;
  readonly guests: number;
  readonly isWaitlisted: boolean;
};

export type FeedEvent = {
  readonly id: Id<'event'>;
  readonly timeZone: string;
  readonly series: Series;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
  /** None of it happens any more. */
  readonly isCancelled: boolean;
  /** The member's, by original start. */
  readonly answers: ReadonlyMap<LocalDateTime, OwnAnswer>;
};

/** What the UIDs of our own events end with. */
export const ownUid = '@chapter-hub';

export function feedText(name: string, events: readonly FeedEvent[], now: Instant): string {
  const year = Number(now.slice(0, 4));
  const zones = Map.groupBy(events, ({ timeZone }) => timeZone);
  return writeLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Chapter Hub//Chapter Hub//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${writeText(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...[...zones].flatMap(([zone, members]) => {
      const first = Math.min(
        year,
        ...members.map(({ series }) => Number(series.start.slice(0, 4))),
      );
      return zoneLines(zone, { from: first - 1, to: year + 10 });
    }),
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ]);
}

/** The event, and each time of it that differs, or that the member has answered. */
function eventLines(event: FeedEvent): string[] {
  const { series, answers } = event;
  if (!series.rule) return occurrenceLines(event, expectedAt(series, series.start), undefined);
  const isShown = (original: LocalDateTime) =>
    !series.exceptions.get(original)?.isCancelled || isComing(answers.get(original));
  const exceptions = [...series.exceptions.keys()];
  const gone = exceptions.filter((original) => !isShown(original)).sort();
  const own = new Set([...exceptions.filter(isShown), ...answers.keys()]);
  return [
    ...vevent(event, { ...series, isCancelled: false }, undefined, [
      `RRULE:${ruleText(event)}`,
      ...gone.map((original) => `EXDATE;TZID=${event.timeZone}:${basicLocal(original)}`),
    ]),
    ...[...own].sort().flatMap((original) => {
      const expected = expectedAt(series, original);
      return isShown(original) ? occurrenceLines(event, expected, original) : [];
    }),
  ];
}

function occurrenceLines(
  event: FeedEvent,
  expected: Expected,
  recurrence: LocalDateTime | undefined,
): string[] {
  const more =
    recurrence === undefined
      ? []
      : [`RECURRENCE-ID;TZID=${event.timeZone}:${basicLocal(recurrence)}`];
  return vevent(event, expected, event.answers.get(expected.original), more);
}

/** Whoever said no does not need to be told that it is off. */
function isComing(answer: OwnAnswer | undefined): boolean {
  return answer !== undefined && answer.answer !== 'not-going';
}

function vevent(
  { id, timeZone, createdAt, updatedAt, version, isCancelled }: FeedEvent,
  shown: Pick<Expected, 'start' | 'end' | 'fields' | 'isCancelled'>,
  answer: OwnAnswer | undefined,
  more: readonly string[],
): string[] {
  const { fields } = shown;
  const description = [answer && answerWords(answer), fields.description].filter(Boolean);
  const isBusy = answer?.answer === 'going' && !answer.isWaitlisted;
  return [
    'BEGIN:VEVENT',
    `UID:${id}${ownUid}`,
    // A feed is read again and again: what did not change says so.
    `DTSTAMP:${basicInstant(updatedAt)}`,
    `CREATED:${basicInstant(createdAt)}`,
    `LAST-MODIFIED:${basicInstant(updatedAt)}`,
    `SEQUENCE:${version}`,
    `DTSTART;TZID=${timeZone}:${basicLocal(shown.start)}`,
    `DTEND;TZID=${timeZone}:${basicLocal(shown.end)}`,
    ...more,
    `SUMMARY:${writeText(fields.title)}`,
    ...(description.length > 0 ? [`DESCRIPTION:${writeText(description.join('\n\n'))}`] : []),
    ...(fields.location === '' ? [] : [`LOCATION:${writeText(fields.location)}`]),
    `STATUS:${isCancelled || shown.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `TRANSP:${isBusy ? 'OPAQUE' : 'TRANSPARENT'}`,
    ...(answer ? [`X-CHAPTER-HUB-RSVP:${rsvpWord(answer)}`] : []),
    'END:VEVENT',
  ];
}

function rsvpWord({ answer, isWaitlisted }: OwnAnswer): string {
  return isWaitlisted ? 'WAITLISTED' : answer.toUpperCase();
}

function answerWords({ answer, guests, isWaitlisted }: OwnAnswer): string {
  if (answer === 'maybe') return 'Your RSVP: maybe';
  if (answer === 'not-going') return 'Your RSVP: not going';
  const others = guests === 0 ? '' : `, with ${plural(guests, 'guest')}`;
  return isWaitlisted ? `You're on the waitlist${others}` : `Your RSVP: going${others}`;
}

/** Where the start has a zone, UNTIL must be in UTC. */
function ruleText({ series, timeZone }: FeedEvent): string {
  const { rule } = series;
  if (!rule) return '';
  const text = formatRule(rule);
  if (rule.end.kind !== 'until') return text;
  const until = basicInstant(instantOf(rule.end.until, timeZone)).replace(/00Z$/, '59Z');
  return text.replace(/UNTIL=[^;]*/, `UNTIL=${until}`);
}
