import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { categoryCalls } from '../../categories/category-contract.ts';
import { eventCalls } from '../../contract.ts';
import { feedCalls } from '../../feed-contract.ts';

let hub: TestHub;
let admin: TestPerson;
let member: TestPerson;
let calendarId: Id<'calendar'>;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

/** A new chapter for each test, because categories are the chapter's. */
async function open(): Promise<void> {
  const chapter = await hub.chapter();
  admin = await chapter.person('Ada Berg', 'admin');
  member = await chapter.person('Maya Chen');
  const [calendar] = (await member.call(eventCalls.calendars)).value().items;
  calendarId = calendar?.id as Id<'calendar'>;
}

type Item = { color: string; name: string; previousColor?: string };
const save = (items: Item[], ifMatch?: number) =>
  admin.call(categoryCalls.change, {
    body: { items },
    ...(ifMatch !== undefined && { headers: { 'if-match': `"${ifMatch}"` } }),
  });
const list = async () => (await member.call(categoryCalls.list)).value();

const day = Temporal.Now.plainDateISO().add({ months: 2 }).toString();
const create = async (fields: Record<string, unknown> = {}) => {
  const raw = JSON.stringify({
    title: 'Supper',
    startDate: `${day}T18:00:00`,
    endDate: `${day}T21:00:00`,
    ...fields,
  });
  return (await member.call(eventCalls.create, { params: { calendarId }, raw })).value();
};
const readColor = async (eventId: Id<'event'>) =>
  (await member.call(eventCalls.detail, { params: { calendarId, eventId } })).value().categoryColor;

test('a new chapter has the colors of the specification by their names', async () => {
  await open();
  const { items, version } = await list();
  expect(version).toBe(0);
  expect(items.map(({ color, name }) => `${color} ${name}`)).toEqual([
    '2563eb Primary Blue',
    'f59e0b Accent Orange',
    '059669 Success Green',
    'dc2626 Important Red',
    '7c3aed Creative Purple',
    '0891b2 Info Cyan',
  ]);
});

test('admins name, order, add and remove categories, which is recorded, and no one else does', async () => {
  await open();
  await create({ categoryColor: 'f59e0b' });
  const items = [
    { color: 'db2777', name: 'Pitch' },
    { color: 'f59e0b', name: ' Social ' },
  ];
  expect((await member.call(categoryCalls.change, { body: { items } })).status).toBe(403);
  const saved = (await save(items, 0)).value();
  expect(saved.items).toMatchObject([
    { color: 'db2777', name: 'Pitch', upcomingEvents: 0 },
    { color: 'f59e0b', name: 'Social', upcomingEvents: 1 },
  ]);
  expect(await list()).toEqual(saved);
  const record = await hub.db
    .selectFrom('audit')
    .select(['before', 'after'])
    .where('chapter_id', '=', admin.chapterId)
    .where('action', '=', 'event-categories.update')
    .executeTakeFirstOrThrow();
  expect(record.after).toEqual({
    categories: saved.items.map(({ color, name }) => ({ color, name })),
  });
  expect(record.before).toMatchObject({
    categories: [{ name: 'Primary Blue' }, {}, {}, {}, {}, {}],
  });
});

test('of two admins who save at once one learns that the other was first', async () => {
  await open();
  const items = [{ color: '2563eb', name: 'Board' }];
  const both = await Promise.all([save(items, 0), save(items, 0)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
});

test('an event of a removed category keeps its color', async () => {
  await open();
  const event = await create({ categoryColor: '7c3aed' });
  (await save([{ color: '2563eb', name: 'Board' }])).value();
  expect(await readColor(event.id)).toBe('7c3aed');
  expect((await create({ categoryColor: 'aabbcc' })).categoryColor).toBe('aabbcc');
});

test('events follow when a category gets another color, even if two exchange theirs', async () => {
  await open();
  const [blue, orange, other] = [
    await create({ categoryColor: '2563eb' }),
    await create({ categoryColor: 'f59e0b' }),
    await create({ categoryColor: '059669' }),
  ];
  (
    await save([
      { color: 'f59e0b', name: 'Board', previousColor: '2563eb' },
      { color: '2563eb', name: 'Social', previousColor: 'f59e0b' },
    ])
  ).value();
  expect([await readColor(blue.id), await readColor(orange.id), await readColor(other.id)]).toEqual(
    ['f59e0b', '2563eb', '059669'],
  );
});

test.each([
  ['two categories of one color', ['2563eb Board', '2563eb Social']],
  ['two of one name, whatever their case', ['2563eb Board', 'f59e0b BOARD']],
  ['a color that is not offered', ['aabbcc Board']],
  ['a name with a comma, which calendars would split', ['2563eb Food, drinks']],
  ['a name of blanks', ['2563eb   ']],
  ['no category', []],
])('%s are refused', async (_, lines) => {
  await open();
  const items = lines.map((line) => ({ color: line.slice(0, 6), name: line.slice(7) }));
  const raw = JSON.stringify({ items });
  expect((await admin.call(categoryCalls.change, { raw })).status).toBe(422);
  expect((await list()).version).toBe(0);
});

test('feeds name the category, and an import finds it by its name', async () => {
  await open();
  (await save([{ color: 'db2777', name: 'Pitch' }])).value();
  await create({ categoryColor: 'db2777', title: 'Demo night' });
  const { path } = (await member.call(feedCalls.create)).value();
  const file = path.split('/').at(-1) ?? '';
  const feed = await hub.app.inject({ method: 'GET', url: `/api/calendar-feeds/${file}` });
  expect(feed.body).toContain('CATEGORIES:Pitch');
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT\nUID:a\nDTSTART:20330101T180000\nSUMMARY:One\nCATEGORIES:Travel,PITCH\nEND:VEVENT',
    'BEGIN:VEVENT\nUID:b\nDTSTART:20330102T180000\nSUMMARY:Two\nCATEGORIES:Travel\nEND:VEVENT',
    'END:VCALENDAR',
  ].join('\n');
  const params = { calendarId };
  (
    await member.call(feedCalls.import, {
      params,
      body: { text, isDryRun: false, includesPrivate: false },
    })
  ).value();
  const query = { startDate: '2033-01-01', endDate: '2033-01-02' } as const;
  const { items } = (await member.call(eventCalls.list, { params, query })).value();
  expect(items.map(({ title, categoryColor }) => `${title} ${categoryColor}`)).toEqual([
    'One db2777',
    'Two 2563eb',
  ]);
});
