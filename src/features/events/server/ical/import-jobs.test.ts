/** Imports in the background: all of a file or nothing, whatever happens meanwhile. */
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../../contract.ts';
import { type CalendarImport, importCalls, maxFileBytes } from '../../import-contract.ts';
import { awaitPhase, sendFile, startImport } from '../testing/background-import.ts';

let hub: TestHub;
let chapter: TestChapter;
let maya: TestPerson;
let calendarId: Id<'calendar'>;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter('San Diego');
  maya = await chapter.person('Maya Chen');
  calendarId = (await maya.call(eventCalls.calendars)).value().items[0]?.id ?? testId('');
});

const event = (uid: string, ...more: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTART:20270201T180000',
  `SUMMARY:Walk ${uid}`,
  ...more,
  'END:VEVENT',
];
const calendar = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR'].join('\r\n');
const walks = (count: number, ...more: string[]) =>
  calendar(...Array.from({ length: count }, (_, n) => event(`${n}`, ...more)));

const none = { new: 0, updated: 0, canceled: 0, unchanged: 0, refused: 0 };

async function countEvents(): Promise<number> {
  const { rows } = await sql<{ events: number }>`
    select count(*) as events from hub.event where calendar_id = ${calendarId}`.execute(hub.db);
  return rows[0]?.events ?? 0;
}

async function preview(content: string | Uint8Array): Promise<CalendarImport> {
  (await sendFile(maya, calendarId, content)).value();
  return awaitPhase(maya, 'ready');
}

const setRun = (runId: Id<'import-run'>) =>
  sql`update hub.calendar_import set run_id = ${runId}
    where member_id = ${maya.memberId}`.execute(hub.db);

/** As a server leaves an import that dies. */
const stopServerIn = (phase: string) =>
  sql`update hub.calendar_import set phase = ${phase}, beat_at = 'epoch'
    where member_id = ${maya.memberId}`.execute(hub.db);

/** Keeps imports from writing until `work` is done: they wait for the calendar. */
async function holdCalendar(work: () => Promise<void>): Promise<void> {
  await hub.db.transaction().execute(async (tx) => {
    await sql`select from hub.calendar where id = ${calendarId} for no key update`.execute(tx);
    await work();
  });
}

test('a file of more than one request takes is previewed, and imported once when started twice', async () => {
  const ready = await preview(walks(620));
  expect(ready).toMatchObject({ total: 620, counts: { ...none, new: 620 }, fileName: 'walks.ics' });
  expect(await countEvents()).toBe(0);
  const started = await Promise.all([startImport(maya, ready.id), startImport(maya, ready.id)]);
  expect(started.map(({ status }) => status)).toEqual([200, 200]);
  const done = await awaitPhase(maya, 'done');
  expect(done.counts).toEqual({ ...none, new: 620 });
  expect(await countEvents()).toBe(620);
  expect((await startImport(maya, ready.id)).value().phase).toBe('done');
  const { rows } = await sql<{ records: number }>`
    select count(*) as records from hub.audit where chapter_id = ${chapter.id}
      and action = 'event.create'`.execute(hub.db);
  expect(rows[0]?.records).toBe(620);
  const again = await preview(walks(620));
  expect(again.counts).toEqual({ ...none, unchanged: 620 });
});

test('months are planned for the events of a large file, not for the few before it', {
  tags: ['all'],
}, async () => {
  const counted = async () => {
    const { rows } = await sql<{ table: string; rows: number }>`
      select relname as table, reltuples::int as rows from pg_class
      where oid in ('hub.event'::regclass, 'hub.event_occurrence'::regclass)`.execute(hub.db);
    return rows.map((each) => Math.max(each.rows, 0));
  };
  const before = await counted();
  await startImport(maya, (await preview(walks(1_500))).id);
  await awaitPhase(maya, 'done');
  const wanted = before.map((rows) => expect.toSatisfy((now: number) => now >= rows + 1_500));
  await expect.poll(counted).toEqual(wanted);
});

test('the report is read in pages and by outcome, by nobody else', async () => {
  const file = calendar(event('a'), event('b', 'EXRULE:FREQ=DAILY'), event('c'));
  const { id, counts } = await preview(file);
  expect(counts).toEqual({ ...none, new: 2, refused: 1 });
  const params = { importId: id };
  const page = await maya.call(importCalls.events, { params, query: { skip: 1, take: 1 } });
  expect(page.value()).toMatchObject({ totalCount: 3, items: [{ uid: 'b', outcome: 'refused' }] });
  const refused = await maya.call(importCalls.events, { params, query: { outcome: 'refused' } });
  expect(refused.value().items).toMatchObject([{ reason: 'EXRULE is not supported' }]);
  const ben = await chapter.person('Ben Ortiz');
  expect((await ben.call(importCalls.events, { params })).status).toBe(404);
  expect((await startImport(ben, id)).status).toBe(404);
  expect((await ben.call(importCalls.cancel, { params })).status).toBe(404);
  expect((await ben.call(importCalls.current)).value().import).toBeNull();
  expect((await maya.call(importCalls.current)).value().import?.phase).toBe('ready');
});

test('private events are previewed as if included, and left out unless one chooses otherwise', async () => {
  const file = calendar(event('a'), event('b', 'CLASS:PRIVATE'));
  const left = await preview(file);
  expect(left).toMatchObject({
    counts: { ...none, new: 1 },
    privateCounts: { ...none, new: 1 },
  });
  await startImport(maya, left.id);
  const done = await awaitPhase(maya, 'done');
  expect(done.privateCounts).toEqual({ ...none, refused: 1 });
  expect(await countEvents()).toBe(1);
  await startImport(maya, (await preview(file)).id, true);
  await awaitPhase(maya, 'done');
  expect(await countEvents()).toBe(2);
});

test('a compressed file is read, and one that unpacks to more than 5 MB is not', async () => {
  expect((await preview(gzipSync(walks(3)))).counts.new).toBe(3);
  await sendFile(maya, calendarId, gzipSync(Buffer.alloc(maxFileBytes + 1, ' ')));
  expect((await awaitPhase(maya, 'failed')).problem?.code).toBe('too_large');
  await sendFile(maya, calendarId, gzipSync(walks(3)).subarray(0, 40));
  expect((await awaitPhase(maya, 'failed')).problem?.code).toBe('not_a_calendar');
  await sendFile(maya, calendarId, Buffer.from('PK\x03\x04\x14\0\0\0'));
  expect((await awaitPhase(maya, 'failed')).problem?.message).toContain('ZIP file. Unpack it');
});

test('what is no calendar, empty, too large or has too many events is refused', async () => {
  await sendFile(maya, calendarId, 'Dear members');
  expect((await awaitPhase(maya, 'failed')).problem?.code).toBe('not_a_calendar');
  expect((await sendFile(maya, calendarId, '')).refusal().code).toBe('not_a_calendar');
  expect((await sendFile(maya, calendarId, Buffer.alloc(maxFileBytes + 1))).status).toBe(413);
  await sendFile(maya, calendarId, walks(5_001));
  const { problem } = await awaitPhase(maya, 'failed');
  expect(problem).toEqual({ code: 'too_many_events', message: 'At most 5,000 events at once' });
});

test('a second file is refused while one is read, and the same one again is no second', async () => {
  const ready = await preview(walks(1));
  expect((await sendFile(maya, calendarId, walks(2), ready.id)).value()).toEqual(ready);
  await holdCalendar(async () => {
    await startImport(maya, ready.id);
    const refused = await sendFile(maya, calendarId, walks(2));
    expect([refused.status, refused.refusal().code]).toEqual([409, 'import_running']);
  });
  await awaitPhase(maya, 'done');
  const ben = await chapter.person('Ben Ortiz');
  expect((await sendFile(ben, calendarId, walks(2), ready.id)).refusal().code).toBe('id_taken');
});

test('an import that is canceled before it is done leaves nothing', async () => {
  const { id } = await preview(walks(40));
  await holdCalendar(async () => {
    await startImport(maya, id);
    const canceled = await maya.call(importCalls.cancel, { params: { importId: id } });
    expect(canceled.status).toBe(204);
  });
  await awaitPhase(maya, 'canceled');
  expect((await startImport(maya, id)).refusal().code).toBe('import_not_ready');
  // The next one runs after it, so that it has ended.
  await startImport(maya, (await preview(calendar(event('other')))).id);
  await awaitPhase(maya, 'done');
  expect(await countEvents()).toBe(1);
  const done = (await maya.call(importCalls.current)).value().import;
  const late = await maya.call(importCalls.cancel, {
    params: { importId: done?.id ?? testId('') },
  });
  expect(late.refusal().code).toBe('import_done');
});

test('an import whose place another run has taken writes nothing', async () => {
  const { id } = await preview(walks(40));
  await holdCalendar(async () => {
    await startImport(maya, id);
    await setRun(newId());
  });
  // Another's is read after it, so that it has ended.
  const ben = await chapter.person('Ben Ortiz');
  await sendFile(ben, calendarId, calendar(event('other')));
  await awaitPhase(ben, 'ready');
  expect((await maya.call(importCalls.current)).value().import?.phase).toBe('importing');
  expect(await countEvents()).toBe(0);
});

test('an import whose server stopped says so, and can be started again', async () => {
  const { id } = await preview(walks(3));
  await stopServerIn('importing');
  const stopped = await awaitPhase(maya, 'interrupted');
  expect(stopped.problem?.message).toMatch(/Nothing was imported/);
  await startImport(maya, id);
  await awaitPhase(maya, 'done');
  expect(await countEvents()).toBe(3);
  await stopServerIn('reading');
  expect((await awaitPhase(maya, 'failed')).problem?.code).toBe('interrupted');
  expect((await sendFile(maya, calendarId, walks(1))).status).toBe(201);
});

test('while an import waits to write, others write to the same calendar', async () => {
  const ben = await chapter.person('Ben Ortiz');
  const { id } = await preview(walks(40));
  await holdCalendar(async () => {
    await startImport(maya, id);
    const day = Temporal.Now.plainDateISO().toString();
    const raw = JSON.stringify({
      title: 'Sail',
      startDate: `${day}T18:00:00`,
      endDate: `${day}T20:00:00`,
    });
    expect((await ben.call(eventCalls.create, { params: { calendarId }, raw })).status).toBe(201);
  });
  await awaitPhase(maya, 'done');
  expect(await countEvents()).toBe(41);
});

test('a file in Latin-1 keeps its letters, and its preview says that they are a guess', async () => {
  const umlauts = [...event('1', 'LOCATION:Gr\xfcner Saal'), ...event('2')];
  await preview(Buffer.from(calendar(umlauts), 'latin1'));
  const { id } = (await maya.call(importCalls.current)).value().import ?? { id: testId('') };
  const report = await maya.call(importCalls.events, { params: { importId: id } });
  expect(report.value().items.map(({ losses }) => losses)).toEqual([
    ["The file isn't UTF-8, so letters such as “ü” are a guess"],
    [],
  ]);
  await startImport(maya, id);
  await awaitPhase(maya, 'done');
  const { rows } = await sql<{ location: string }>`
    select location from hub.event where calendar_id = ${calendarId} order by location`.execute(
    hub.db,
  );
  expect(rows.map(({ location }) => location)).toEqual(['', 'Grüner Saal']);
});
