/**
 * A chapter as full as one member can make it, for the costliest requests: a calendar with ten thousand dates in
 * a year, one with a thousand series that never end, and expenses of everyone.
 */
import { randomBytes } from 'node:crypto';
import { maxDescriptionLength, maxLocationLength, maxTitleLength } from '#features/events/event.ts';
import { maxOccurrences } from '#features/events/series.ts';
import { maxUploadBytes } from '#features/files/file.ts';

export type Place = {
  readonly calendarId: string;
  /** Has as many dates in `crowdedYear` as a window may have. */
  readonly crowdedCalendarId: string;
  /** Has almost as many series that go on as a window may look at. */
  readonly endlessCalendarId: string;
  /** At least 500. */
  readonly memberIds: readonly string[];
  readonly walletId: string;
  /** Of 500 people. */
  readonly expenseId: string;
  /** Below `/api`. */
  readonly feedPath: string;
  /** An upload of the largest size that the caller has begun. */
  readonly uploadId: string;
};

export const crowdedYear = 2031;

export const series = (recurrence: object, startDate: string) => ({
  title: 'Walk',
  startDate,
  endDate: startDate,
  recurrence,
});

export const daysAgo = (days: number) => Temporal.Now.plainDateISO().subtract({ days });

export function calendarFile(
  count: number,
  lines: readonly string[],
  { isAllDay = false, round = 0, years = 5, hour = 18 } = {},
): string {
  const day = daysAgo(365 * years)
    .toString()
    .replaceAll('-', '');
  const events = Array.from({ length: count }, (_, n) => [
    'BEGIN:VEVENT',
    `UID:costly-${count}-${years}-${round}-${n}`,
    isAllDay ? `DTSTART;VALUE=DATE:${day}` : `DTSTART:${day}T${hour}0000`,
    'SUMMARY:Walk',
    ...lines,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR'].join('\r\n');
}

/** Sends a request to the hub as a treasurer who may do all of this, and returns the body of its reply. */
type Ask = (method: 'GET' | 'POST', path: string, body?: string) => Promise<string>;

/** Fills a chapter as one member could; `expenses` are of everyone, up to the 500 that one may have. */
export async function createPlace(
  ask: Ask,
  { expenses }: { readonly expenses: number },
): Promise<Place> {
  const read = async (path: string) => JSON.parse(await ask('GET', `/api${path}`));
  const send = async (path: string, body?: object) =>
    JSON.parse(await ask('POST', `/api${path}`, body && JSON.stringify(body)));
  const create = async (path: string, body: object): Promise<string> => (await send(path, body)).id;
  const { items: people } = await read('/users');
  const memberIds: string[] = people.map(({ id }: { id: string }) => id);
  let expenseId = '';
  for (let n = 0; n < expenses; n += 1) {
    expenseId = await create('/expenses', {
      title: randomText(40),
      amount: 1_000_000 + n,
      expenseDate: '2026-11-20T18:00:00.000Z',
      participants: memberIds.slice(0, 500),
      paidBy: memberIds[n % memberIds.length],
    });
  }
  const { items: calendars } = await read('/yearly-calendars');
  const { wallets } = await read('/wallets?take=1');
  const crowdedCalendarId = await create('/yearly-calendars', { name: 'Crowded' });
  for (let n = 0; n < Math.floor(maxOccurrences / 365); n += 1) {
    await create(`/calendars/${crowdedCalendarId}/events`, {
      ...series({ frequency: 'daily', count: 365 }, `${crowdedYear}-01-01T18:00:00`),
      title: randomText(maxTitleLength),
      location: randomText(maxLocationLength),
      description: randomText(maxDescriptionLength),
    });
  }
  const endlessCalendarId = await create('/yearly-calendars', { name: 'Endless' });
  for (let round = 0; round < 5; round += 1) {
    const text = calendarFile(198, ['RRULE:FREQ=YEARLY'], { round, years: 1 });
    await send(`/calendars/${endlessCalendarId}/import`, { text, isDryRun: false });
  }
  return {
    calendarId: calendars[0].id,
    crowdedCalendarId,
    endlessCalendarId,
    memberIds,
    expenseId,
    walletId: wallets.items[0].id,
    feedPath: (await send('/calendar-feed')).path,
    uploadId: await create('/files', {
      fileName: 'minutes.pdf',
      bytes: maxUploadBytes,
      purpose: 'document',
    }),
  };
}

/** Of characters that take three bytes each, and that compress badly. */
function randomText(length: number): string {
  return String.fromCharCode(...Array.from(randomBytes(length), (byte) => 0x4e00 + byte));
}
