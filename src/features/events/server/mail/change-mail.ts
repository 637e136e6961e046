/** Content of an email about occurrences that are new, or that a member expects and that moved or were canceled. */
import { plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import type { RecurrencePattern } from '#kit/recurrence/recurrence-pattern.ts';
import { describeRecurrence } from '#kit/recurrence/recurrence-text.ts';
import type { CalendarFile } from '#server/mail/mail.ts';
import { composeMail, type MailContent } from '#server/mail/mail-content.ts';
import type { MailChapter, Paragraph } from '#server/mail/mail-frame.ts';
import { toSingleLine } from '#server/mail/single-line.ts';
import { isAllDay } from '../../all-day.ts';
import { formatWhen } from '../../format-times.ts';
import {
  type ChangeAddress,
  type ChangedOccurrence,
  type ChangeFile,
  formatChangeFile,
} from '../../ical/change-file.ts';
import { findFormerUid, type Known } from './queue-change-mails.ts';

export type AnnouncedChange = {
  readonly occurrence: ChangedOccurrence & { readonly calendarId: Id<'calendar'> };
  /** Null if it is new. */
  readonly before: Known | null;
  readonly after: Known;
  readonly recurrence: RecurrencePattern | null;
  readonly rsvp: (NonNullable<ChangeFile['rsvp']> & { readonly guests: number }) | null;
  /** If every member may see it. */
  readonly creatorEmail: string | null;
};

export type ChangeMailContext = {
  readonly publicUrl: string;
  readonly chapter: MailChapter & { readonly contact: string | null };
  readonly thisYear: number;
  readonly organizer: ChangeAddress;
  readonly attendee: ChangeAddress;
};

/** The others are counted; their calendar files would make the mail too long. */
const maxDates = 20;

export function composeChangeMail(
  changes: readonly AnnouncedChange[],
  context: ChangeMailContext,
): MailContent & { calendarFiles: CalendarFile[] } {
  const shown = changes.slice(0, maxDates);
  const others = changes.length - shown.length;
  const calendarFiles = shown.flatMap((change) => toFiles(change, context));
  const { chapter, publicUrl } = context;
  const content = composeMail(
    composeSubject(changes),
    { chapter, publicUrl, replyTo: findOrganizer(changes) ?? chapter.contact },
    [
      composeIntro(changes, toSingleLine(chapter.name)),
      ...shown.flatMap((change) => describeChange(change, context.thisYear)),
      ...(others === 0 ? [] : [`${plural(others, 'more date')} ${nameChanges(changes)}, too.`]),
      describeFiles(shown, calendarFiles),
      ...linkToEvents(changes, publicUrl),
    ],
    [
      'You get emails about events because you are a member of the chapter.',
      { action: 'Turn them off in Settings', link: `${publicUrl}/settings` },
    ],
  );
  return { ...content, calendarFiles };
}

/** Of the member who made all these events; who answers for some of them does not for the others. */
function findOrganizer(changes: readonly AnnouncedChange[]): string | null {
  const emails = new Set(changes.map(({ creatorEmail }) => creatorEmail));
  const [email = null] = emails;
  return emails.size === 1 ? email : null;
}

function composeIntro(changes: readonly AnnouncedChange[], chapter: string): string {
  const isOne = changes.length === 1;
  if (changes.every(isNew))
    return isOne
      ? `There is a new event in the ${chapter} chapter.`
      : `There are new events in the ${chapter} chapter.`;
  return isOne
    ? `An event${nameAnswered(changes)} in the ${chapter} chapter has changed.`
    : `Events${nameAnswered(changes)} in the ${chapter} chapter ${nameChanges(changes)}.`;
}

function nameAnswered(changes: readonly AnnouncedChange[]): string {
  return changes.every(({ rsvp }) => rsvp) ? " you RSVP'd to" : '';
}

function isNew({ before }: AnnouncedChange): boolean {
  return before === null;
}

function nameChanges(changes: readonly AnnouncedChange[]): string {
  if (!changes.some(isNew)) return 'have changed';
  return changes.every(isNew) ? 'are new' : 'are new or have changed';
}

function composeSubject(changes: readonly AnnouncedChange[]): string {
  const titles = new Set(changes.map(({ occurrence }) => occurrence.title));
  const [title = ''] = titles;
  if (titles.size > 1) {
    if (changes.every(isNew)) return `${titles.size} new events`;
    return `${plural(titles.size, 'event')}${nameAnswered(changes)} ${nameChanges(changes)}`;
  }
  const words = new Set(changes.map(nameChange));
  const [word = ''] = words;
  return `${words.size === 1 ? word : 'Changed'}: ${toSingleLine(title)}`;
}

function nameChange({ before, after, recurrence }: AnnouncedChange): string {
  if (before === null) return 'Invitation';
  if (after.isCanceled) return 'Canceled';
  if (before.isCanceled) return 'On again';
  if (!isSameTime(before, after)) return 'Moved';
  if (before.location !== after.location) return 'New location';
  return recurrence ? 'Repeats now' : 'No longer repeats';
}

function isSameTime(one: Known, other: Known): boolean {
  return one.start === other.start && one.end === other.end;
}

function describeChange(change: AnnouncedChange, thisYear: number): string[] {
  const { before, after, occurrence, recurrence, rsvp } = change;
  const title = toSingleLine(occurrence.title);
  const when = (known: Known) =>
    formatWhen({ localStart: known.start, localEnd: known.end }, { thisYear });
  const zone = isAllDay(after.start, after.end) ? '' : ` (${occurrence.timeZone})`;
  if (before === null) return describeNew(change, `${when(after)}${zone}`);
  if (after.isCanceled) return [`${title} is canceled. It was ${when(before)}${zone}.`];
  const sentences = before.isCanceled
    ? [`${title} is on again: ${when(after)}${zone}.`]
    : !isSameTime(before, after)
      ? [`${title} has moved. Before: ${when(before)}. Now: ${when(after)}${zone}.`]
      : before.location !== after.location
        ? [`${title}, ${when(after)}${zone}, has another location.`]
        : [];
  if (before.location !== after.location)
    sentences.push(
      `Location before: ${nameLocation(before)}. Location now: ${nameLocation(after)}.`,
    );
  if (findFormerUid(before, after) !== undefined) {
    const subject = sentences.length === 0 ? `${title}, ${when(after)}${zone},` : 'It';
    const repeats = recurrence
      ? `repeats now: ${describeRecurrence(recurrence)}`
      : 'no longer repeats';
    sentences.push(`${subject} ${repeats}.`);
  }
  return [sentences.join(' '), describeRsvp(rsvp)];
}

function describeNew(
  { occurrence, after, recurrence, rsvp }: AnnouncedChange,
  when: string,
): string[] {
  const { title, audit } = occurrence;
  const location = toSingleLine(after.location);
  const sentences = [`${toSingleLine(audit.createdBy)} added ${toSingleLine(title)}: ${when}.`];
  if (location !== '') sentences.push(`Location: ${location}.`);
  const series = recurrence && [
    `It repeats: ${describeRecurrence(recurrence)}. The attached file has this date only. For all dates, subscribe to the calendar in the hub.`,
  ];
  return [sentences.join(' '), ...(series ?? []), ...(rsvp ? [describeRsvp(rsvp)] : [])];
}

function nameLocation({ location }: Known): string {
  return toSingleLine(location) || 'none';
}

function describeRsvp(rsvp: AnnouncedChange['rsvp']): string {
  if (!rsvp) return "You haven't RSVP'd yet.";
  const { answer, guests, isWaitlisted } = rsvp;
  if (answer === 'maybe') return 'Your RSVP is still maybe.';
  const withGuests = guests === 0 ? '' : `, with ${plural(guests, 'guest')}`;
  return isWaitlisted
    ? `You're still on the waitlist${withGuests}.`
    : `Your RSVP is still going${withGuests}.`;
}

function describeFiles([only]: readonly AnnouncedChange[], files: readonly CalendarFile[]): string {
  if (files.length > 1) return 'Open the attached files to bring your calendar up to date.';
  if (only?.before === null) return 'The attached file adds it to your calendar.';
  return only?.after.isCanceled
    ? 'The attached file removes it from your calendar, too.'
    : 'The attached file changes it in your calendar, too.';
}

/** To the one event there is to see or to answer, or to all. */
function linkToEvents(changes: readonly AnnouncedChange[], publicUrl: string): Paragraph[] {
  const [only, ...others] = changes;
  if (only?.after.isCanceled && others.length === 0) return [];
  if (!only || others.length > 0)
    return [{ action: 'View Events and RSVP', link: `${publicUrl}/events` }];
  const { id, occurrenceId, calendarId } = only.occurrence;
  const search = new URLSearchParams({
    event: id,
    occurrence: occurrenceId,
    eventCalendar: calendarId,
  });
  const action = only.rsvp ? 'View Event or Change RSVP' : 'View Event and RSVP';
  return [{ action, link: `${publicUrl}/events?${search.toString()}` }];
}

/** An entry that calendars know by a former UID is removed, or they would show it beside the new one. */
function toFiles(
  { occurrence, before, after, rsvp }: AnnouncedChange,
  { organizer, attendee }: ChangeMailContext,
): CalendarFile[] {
  const formerUid = findFormerUid(before, after);
  const people = { organizer, attendee, rsvp };
  const cancel = (name: string): CalendarFile => ({
    name,
    method: 'CANCEL',
    content: formatChangeFile(occurrence, { ...people, isCanceled: true, formerUid }),
  });
  const day = occurrence.startDate.slice(0, 10);
  if (after.isCanceled) return [cancel(`${day}.ics`)];
  const content = formatChangeFile(occurrence, { ...people, isCanceled: false });
  return [
    ...(formerUid === undefined ? [] : [cancel(`${day}-before.ics`)]),
    { name: `${day}.ics`, method: 'REQUEST', content },
  ];
}
