/** Descriptions, places and links are taken from wherever programs put them, or the event says that it loses them. */
import { expect, test } from 'vitest';
import { readEvents } from '../testing/read-calendar.ts';

const read = async (...lines: string[]) => {
  const event = [
    'BEGIN:VEVENT',
    'UID:1',
    'SUMMARY:Walk',
    'DTSTART:20270105T180000',
    ...lines,
    'END:VEVENT',
  ];
  const [first] = await readEvents(['BEGIN:VCALENDAR', ...event, 'END:VCALENDAR'].join('\r\n'));
  if (!first?.read.ok) throw new Error('not taken');
  const { description, location } = first.read.value.text;
  return { description, location, losses: first.losses };
};
const agenda = '<p>Agenda</p><a href="https://example.org/x?a=1&amp;b=2">Join</a>';
const agendaText = 'Agenda\n\nJoin (https://example.org/x?a=1&b=2)';

test.each([
  ['HTML in the description', [`DESCRIPTION:${agenda}`]],
  ['X-ALT-DESC', [`X-ALT-DESC;FMTTYPE=text/html:${agenda}`]],
  ['STYLED-DESCRIPTION', [`STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:${agenda}`]],
  [
    'X-ALT-DESC beside an empty description',
    ['DESCRIPTION:', `X-ALT-DESC;FMTTYPE=text/html:${agenda}`],
  ],
])('%s is plain text with its links', async (_, lines) => {
  expect(await read(...lines)).toEqual({ description: agendaText, location: '', losses: [] });
});

test('signs of HTML without tags are signs, also of a title, and a colon needs no backslash', async () => {
  const lines = [
    'SUMMARY:Q&amp;A &#8211; live',
    'LOCATION:Fish &amp; Co.\\: Pier',
    'DESCRIPTION:1 &lt; 2\\nhttps\\://example.org/?a=1&copy=2\\nC:\\\\:x',
    'CATEGORIES:Food &amp; Drink',
  ];
  const head = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:1', 'DTSTART:20270105T180000'];
  const text = [...head, ...lines, 'END:VEVENT', 'END:VCALENDAR'].join('\r\n');
  const [found] = await readEvents(text);
  expect([found?.title, found?.read.ok && found.read.value]).toMatchObject([
    'Q&A – live',
    {
      text: {
        title: 'Q&A – live',
        location: 'Fish & Co.: Pier',
        description: '1 < 2\nhttps://example.org/?a=1&copy=2\nC:\\:x',
      },
      categories: ['Food & Drink'],
    },
  ]);
});

test('a description keeps the links that only another form of it has', async () => {
  const alternative = 'X-ALT-DESC;FMTTYPE=text/html:<a href="https://example.org/join">here</a>';
  expect(await read('DESCRIPTION:Join here', alternative)).toEqual({
    description: 'Join here\n\nhttps://example.org/join',
    location: '',
    losses: [],
  });
  const data = encodeURIComponent('<b>Join</b> <a href="https://example.org/join">here</a>');
  const thunderbird = await read(`DESCRIPTION;ALTREP="data:text/html,${data}":Join here`);
  expect(thunderbird.description).toBe('Join here\n\nhttps://example.org/join');
});

test.each([
  [
    'Apple’s',
    [
      'X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-ADDRESS="1 Main St\\nSan Diego";X-TITLE="City Hall":geo:32.7,-117.1',
    ],
    'City Hall, 1 Main St, San Diego',
    ['Not kept: position on the map'],
  ],
  [
    'Apple’s, whose name and address have lines of their own',
    ['LOCATION:City Hall\\n1 Main St\\, San Diego'],
    'City Hall, 1 Main St, San Diego',
    [],
  ],
  [
    'one without a name',
    ['X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:32.7,-117.1'],
    '32.7, -117.1',
    [],
  ],
  ['a position', ['GEO:32.7;-117.1'], '32.7, -117.1', []],
  [
    'a position beside a name',
    ['LOCATION:City Hall', 'GEO:32.7;-117.1'],
    'City Hall',
    ['Not kept: position on the map'],
  ],
  [
    'VLOCATION',
    [
      'BEGIN:VLOCATION',
      'UID:2',
      'NAME:City Hall\\, Room 2',
      'URL:https://example.org/hall',
      'END:VLOCATION',
    ],
    'City Hall, Room 2',
    [],
  ],
  [
    'VLOCATION that is another place',
    ['LOCATION:City Hall', 'BEGIN:VLOCATION', 'UID:2', 'NAME:Lot 7', 'END:VLOCATION'],
    'City Hall',
    ['Not kept: places'],
  ],
])('the place is %s', async (_, lines, location, losses) => {
  expect(await read(...lines)).toMatchObject({ location, losses });
});

test('links are kept once, with what they are called', async () => {
  const { description, losses } = await read(
    'DESCRIPTION:See https://example.org/a',
    'URL:https://example.org/a',
    'CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL="Video call":https://example.org/call',
    'ATTACH;FILENAME=Plan.pdf:https://example.org/plan.pdf',
    'ATTACH;VALUE=BINARY;ENCODING=BASE64:AAAA',
    'X-GOOGLE-CONFERENCE:https://example.org/call',
  );
  expect(description).toBe(
    'See https://example.org/a\n\nhttps://example.org/call\nPlan.pdf: https://example.org/plan.pdf',
  );
  expect(losses).toEqual(['Not kept: attachments']);
});

test('a meeting of Proton is a link', async () => {
  const lines = [
    'X-PM-CONFERENCE-ID;X-PM-PROVIDER=2:abc',
    'X-PM-CONFERENCE-URL;X-PM-HOST=ana@example.org:https://example.org/call',
  ];
  expect(await read(...lines)).toMatchObject({
    description: 'https://example.org/call',
    losses: [],
  });
});

test('of a description that is too long the links are kept', async () => {
  const { description, losses } = await read(
    `DESCRIPTION:${'x'.repeat(6_000)}`,
    'URL:https://example.org/a',
  );
  expect([description.length, description.slice(-26)]).toEqual([
    5_000,
    'x\n\nhttps://example.org/a'.padStart(26, 'x'),
  ]);
  expect(losses).toEqual(['The description is cut to 5,000 characters']);
});

test('what is no description, place or link is reported by its name, and lines that cannot be read too', async () => {
  const { losses } = await read(
    'TRANSP:OPAQUE',
    'X-PARKING:Lot 7',
    'SUMMARY:Run',
    'this was folded wrongly',
    'LOCATION;ENCODING=QUOTED-PRINTABLE:Gr=C3=BCn',
    'DTEND:20270105T190001',
    'STATUS:DRAFT',
    'BEGIN:PARTICIPANT',
    'UID:2',
    'END:PARTICIPANT',
  );
  expect(losses).toEqual([
    'Not kept: X-PARKING, participants, STATUS, seconds',
    "A line can't be read",
    "The location can't be read",
    'Only the first title is kept',
  ]);
});

test('many names are reported by their number', async () => {
  const names = Array.from({ length: 20 }, (_, place) => `X-N${place}`);
  const { losses } = await read(...names.map((name) => `${name}:1`));
  expect(losses).toEqual([`Not kept: ${names.slice(0, 12).join(', ')}, 8 more`]);
});

test('what a changed date loses is reported, and a private one makes the series private', async () => {
  const series = [
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20270105T180000',
    'RRULE:FREQ=DAILY',
    'END:VEVENT',
  ];
  const change = [
    'BEGIN:VEVENT',
    'UID:1',
    'RECURRENCE-ID:20270106T180000',
    'DTSTART:20270106T190000',
  ];
  const lines = [
    'BEGIN:VCALENDAR',
    ...series,
    ...change,
    'COLOR:red',
    'CLASS:PRIVATE',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  const [first] = await readEvents(lines.join('\r\n'));
  expect([first?.isPrivate, first?.losses]).toEqual([true, ['Not kept: color']]);
});

test('a zone of the file that nothing explains is reported', async () => {
  const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20270105T180000', 'END:VEVENT'];
  const lines = ['BEGIN:VCALENDAR', 'X-WR-TIMEZONE:Mars/Olympus', ...event, 'END:VCALENDAR'];
  const [first] = await readEvents(lines.join('\r\n'));
  expect([first?.read.ok && first.read.value.start, first?.losses]).toEqual([
    '2027-01-05T18:00',
    ["The time zone Mars/Olympus is unknown, so the calendar's is used"],
  ]);
});
