/** Who speaks in a file decides what it may change (RFC 5546). */
import { expect, test } from 'vitest';
import { readEvents } from '../testing/read-calendar.ts';

const walk = (...more: string[]) =>
  ['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Walk', 'DTSTART:20270105T180000', ...more, 'END:VEVENT'].join(
    '\r\n',
  );
const sent = (method: string, ...parts: string[]) =>
  ['BEGIN:VCALENDAR', `METHOD:${method}`, ...parts, 'END:VCALENDAR'].join('\r\n');
const outcomes = async (text: string) =>
  (await readEvents(text)).map(({ uid, isCanceled, read }) =>
    read.ok ? `${uid} ${read.value.start}${isCanceled ? ' canceled' : ''}` : read.refusal.message,
  );

test.each([
  ['REPLY', 'An answer to an invitation, which changes no event'],
  ['COUNTER', 'A proposal to change the event, which changes nothing by itself'],
  ['DECLINECOUNTER', 'An answer to a proposal, which changes no event'],
  ['REFRESH', 'A request for the latest version, which changes no event'],
  ['X-ELSE', 'The method X-ELSE is unknown'],
])('%s changes no event, whatever it says', async (method, reason) => {
  expect(await outcomes(sent(method, walk()))).toEqual([reason]);
  const canceled = await readEvents(sent(method.toLowerCase(), walk('STATUS:CANCELLED')));
  expect(canceled.map(({ isCanceled, read }) => [isCanceled, read.ok])).toEqual([[false, false]]);
});

test.each(['CANCELLED', 'canceled'])('an event of the status %s is canceled', async (status) => {
  const [event] = await readEvents(sent('PUBLISH', walk(`STATUS:${status}`)));
  expect([event?.isCanceled, event?.losses]).toEqual([true, []]);
});

test.each([
  ['PUBLISH', '1 2027-01-05T18:00'],
  ['REQUEST', '1 2027-01-05T18:00'],
  ['CANCEL', '1 2027-01-05T18:00 canceled'],
  // A further date of a series, which stays what it is.
  ['ADD', '1/2027-01-05T18:00 2027-01-05T18:00'],
])('%s is what an organizer says', async (method, expected) => {
  expect(await outcomes(sent(method, walk()))).toEqual([expected]);
});

test('a proposal beside an invitation leaves the invitation as it is', async () => {
  const counter = sent('COUNTER', walk('SEQUENCE:9').replace('T18', 'T21'));
  expect(await outcomes(`${sent('REQUEST', walk())}\r\n${counter}`)).toEqual([
    'A proposal to change the event, which changes nothing by itself',
    '1 2027-01-05T18:00',
  ]);
});

test.each([
  ['VTODO', 'A task, not an event'],
  ['VJOURNAL', 'A journal entry, not an event'],
  ['VFREEBUSY', 'Free and busy times, not an event'],
  ['X-MENU', 'X-MENU, which is not an event'],
])('%s is reported, and not taken', async (name, reason) => {
  expect(await outcomes(sent('PUBLISH', walk().replaceAll('VEVENT', name)))).toEqual([reason]);
});
