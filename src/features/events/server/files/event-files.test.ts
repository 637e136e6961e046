import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { smallPng } from '#app/testing/pictures.ts';
import { removeUnusedFiles } from '#features/files/server/clean-up.ts';
import { pdfOf, upload } from '#features/files/server/testing/upload.ts';
import { zipOf } from '#features/files/testing/zip.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { eventCalls } from '../../contract.ts';
import type { EventDetail } from '../../event.ts';
import { eventFileCalls, maxEventFiles } from '../../event-file-contract.ts';
import { feedCalls } from '../../feed-contract.ts';
import { createSeriesScene, type SeriesScene, today, weekly } from '../testing/series-scene.ts';

type Shown = Pick<EventDetail, 'occurrenceId'>;

let hub: TestHub;
let scene: Omit<SeriesScene, 'hub'>;
let maya: TestPerson;
let ana: TestPerson;

beforeAll(async () => {
  hub = await startTestHub({ clock: () => today });
});
afterAll(() => hub?.close());
beforeEach(async () => {
  scene = await createSeriesScene(hub);
  ({ maya, ana } = scene);
});

const uploadAs = (by: TestPerson, content = pdfOf(), name = 'agenda.pdf') =>
  upload(hub, by, content, name, 'document');
const add = ({ occurrenceId }: Shown, by: TestPerson, ...fileIds: Id<'file'>[]) =>
  by.call(eventFileCalls.add, { params: { occurrenceId }, body: { fileIds } });
const remove = ({ occurrenceId }: Shown, by: TestPerson, fileId: Id<'file'>) =>
  by.call(eventFileCalls.remove, { params: { occurrenceId, fileId } });
const list = ({ occurrenceId }: Shown, by = maya) =>
  by.call(eventFileCalls.list, { params: { occurrenceId } });

async function listNames(shown: Shown): Promise<string[]> {
  return (await list(shown)).value().items.map(({ name }) => name);
}

async function read({ occurrenceId }: Shown, fileId: string, by = maya) {
  return hub.request({
    url: `/api/events/occurrences/${occurrenceId}/files/${fileId}`,
    headers: { authorization: `Bearer ${by.token}` },
  });
}

/** A date with a file of that name. */
async function withFile(shown: Shown, name = 'agenda.pdf'): Promise<Id<'file'>> {
  const fileId = await uploadAs(maya, pdfOf(), name);
  (await add(shown, maya, fileId)).value();
  return fileId;
}

async function passDay(): Promise<void> {
  const later = toInstant(Temporal.Instant.from(today).add({ hours: 25 }));
  const { signal } = new AbortController();
  await removeUnusedFiles({ db: hub.db, fileBucket: hub.fileBucket, clock: () => later, signal });
}

test('members add files to a date, which everyone sees and downloads, and its version stays', async () => {
  const event = await scene.createEvent();
  const slides = zipOf('[Content_Types].xml', 'ppt/presentation.xml');
  const [agenda, photo, deck] = [
    await uploadAs(ana, pdfOf(700_000)),
    await uploadAs(maya, smallPng, 'room.png'),
    await uploadAs(maya, slides, 'slides.pptx'),
  ];
  await add(event, ana, agenda);
  expect((await add(event, maya, photo, deck)).value().items).toMatchObject([
    { id: agenda, name: 'agenda.pdf', by: { id: ana.memberId, name: 'Ana Ruiz' }, at: today },
    { id: photo, name: 'room.jpg', mediaType: 'image/jpeg', by: { name: 'Maya Chen' } },
    { id: deck, name: 'slides.pptx' },
  ]);
  const now = await scene.readOccurrence(event, 0);
  expect(now).toEqual({ ...event, fileIds: [agenda, photo, deck] });
  const replies = [await read(event, agenda, ana), await read(event, `${photo}/preview`)];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(replies[0]?.rawPayload.length).toBe(700_000);
  expect((await read(event, deck)).headers['content-disposition']).toMatch(/^attachment; /);
});

test('a removed file is gone until it is added again, in its place, within a day', async () => {
  const event = await scene.createEvent();
  const [first, second] = [await withFile(event, 'a.pdf'), await withFile(event, 'b.pdf')];
  expect((await remove(event, ana, first)).status).toBe(204);
  expect([await listNames(event), (await read(event, first)).statusCode]).toEqual([['b.pdf'], 404]);
  expect((await remove(event, ana, first)).status).toBe(404);
  expect((await add(event, ana, first)).status).toBe(201);
  expect(await listNames(event)).toEqual(['a.pdf', 'b.pdf']);
  await remove(event, ana, second);
  await passDay();
  const refused = await add(event, maya, second);
  expect([refused.status, refused.refusal().code]).toEqual([422, 'unknown_file']);
  expect((await read(event, first)).statusCode).toBe(200);
});

test('each change of files is in the audit log, once and with names', async () => {
  const event = await scene.createEvent();
  const id = await withFile(event);
  await add(event, maya, id);
  await remove(event, ana, id);
  const records = await hub.db
    .selectFrom('audit')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('chapter_id', '=', maya.chapterId)
    .where('entity_id', '=', event.occurrenceId)
    .orderBy('id')
    .execute();
  const [none, one] = [{ files: [] }, { files: [{ id, name: 'agenda.pdf' }] }];
  expect(records).toEqual([
    { action: 'event.file.create', actor_id: maya.memberId, before: none, after: one },
    { action: 'event.file.delete', actor_id: ana.memberId, before: one, after: none },
  ]);
});

test('files are found under their own date alone, which takes only one’s own finished uploads for documents', async () => {
  const [event, other] = [await scene.createEvent(), await scene.createEvent()];
  const fileId = await withFile(event);
  for (const wrong of [other, { occurrenceId: newId<'occurrence'>() }]) {
    expect((await read(wrong, fileId)).statusCode).toBe(404);
    expect((await remove(wrong, maya, fileId)).status).toBe(404);
  }
  const unknown = [await uploadAs(ana), await upload(hub, maya), newId<'file'>(), fileId];
  for (const id of unknown) {
    const refused = await add(id === fileId ? other : event, id === fileId ? ana : maya, id);
    expect([refused.status, refused.refusal().code]).toEqual([422, 'unknown_file']);
  }
  const stranger = await (await hub.chapter()).person('Eve Stone');
  expect((await list(event, stranger)).status).toBe(404);
  expect((await read(event, fileId, stranger)).statusCode).toBe(404);
  expect((await add(event, stranger, await uploadAs(stranger))).status).toBe(404);
});

test('a date has at most as many files as the limit, also when two add at once', async () => {
  const event = await scene.createEvent();
  const ids = await Promise.all(
    Array.from({ length: maxEventFiles + 1 }, (_, place) => uploadAs(place % 2 ? maya : ana)),
  );
  await Promise.all(ids.slice(0, -2).map((id, place) => add(event, place % 2 ? maya : ana, id)));
  const [one, other] = ids.slice(-2);
  if (!one || !other) throw new Error('two are left');
  const replies = await Promise.all([add(event, maya, one), add(event, ana, other)]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(await listNames(event)).toHaveLength(maxEventFiles);
});

test('files stay with their date when it moves, changes, or its series is split', async () => {
  const event = await scene.createEvent();
  const [second, third] = [
    await scene.readOccurrence(event, 1),
    await scene.readOccurrence(event, 2),
  ];
  await withFile(second, 'second.pdf');
  await withFile(third, 'third.pdf');
  expect(await listNames(event)).toEqual([]);
  const moved = { startDate: '2027-03-10T19:00', endDate: '2027-03-10T21:00' } as const;
  await scene.change(second, 'one', moved);
  expect(await listNames(second)).toEqual(['second.pdf']);
  const rest = await scene.change(await scene.readOccurrence(event, 2), 'following', {
    title: 'Salon',
  });
  expect(rest.id).not.toBe(event.id);
  expect([await listNames(third), rest.fileIds.length]).toEqual([['third.pdf'], 1]);
  // Wednesdays instead.
  const weekday = { startDate: '2027-03-17T18:00', endDate: '2027-03-17T20:00' } as const;
  await scene.change(rest, 'all', weekday);
  expect([await listNames(third), await listNames(second)]).toEqual([
    ['third.pdf'],
    ['second.pdf'],
  ]);
});

test('a canceled date keeps its files unseen and takes none, and has them when the rule names it again', async () => {
  const event = await scene.createEvent();
  const last = await scene.readOccurrence(event, 7);
  const fileId = await withFile(last);
  const shorter = { ...weekly, count: 7 };
  const first = await scene.readOccurrence(event, 0);
  const shortened = await scene.change(first, 'all', { recurrence: shorter });
  expect([(await list(last)).status, (await read(last, fileId)).statusCode]).toEqual([404, 404]);
  for (const reply of [
    await add(last, maya, await uploadAs(maya)),
    await remove(last, maya, fileId),
  ]) {
    expect([reply.status, reply.refusal().code]).toEqual([409, 'event_canceled']);
  }
  await passDay();
  await scene.change(shortened, 'all', { recurrence: event.recurrencePattern });
  expect(await listNames(last)).toEqual(['agenda.pdf']);
});

test('files of a deleted event go after a day, those of a deleted date stay with it', async () => {
  const [whole, event] = [await scene.createEvent(), await scene.createEvent()];
  const [gone, kept] = [await withFile(whole), await withFile(event)];
  expect((await scene.remove(event, 'one')).status).toBe(200);
  expect((await scene.remove(whole, 'all')).status).toBe(200);
  expect([(await list(whole)).status, (await read(whole, gone)).statusCode]).toEqual([404, 404]);
  await passDay();
  const left = await hub.db
    .selectFrom('file')
    .select('id')
    .where('chapter_id', '=', maya.chapterId)
    .execute();
  expect(left).toEqual([{ id: kept }]);
});

test('a file that is added while its date is deleted is never without it', async () => {
  for (let round = 0; round < 4; round += 1) {
    const event = await scene.createEvent();
    const date = await scene.readOccurrence(event, 3);
    const fileId = await uploadAs(maya);
    const [added, removed] = await Promise.all([
      add(date, maya, fileId),
      scene.remove(date, 'following'),
    ]);
    expect(removed.status).toBe(200);
    expect([201, 404, 409]).toContain(added.status);
    const uses = await hub.db
      .selectFrom('file_use as u')
      .leftJoin('event_occurrence as o', (join) =>
        join.onRef('o.chapter_id', '=', 'u.chapter_id').onRef('o.id', '=', 'u.entity_id' as never),
      )
      .select('o.status')
      .where('u.file_id', '=', fileId)
      .execute();
    expect(uses).toEqual(added.status === 201 ? [{ status: 'cancelled' }] : []);
  }
});

test('a feed and a file of an event reveal nothing of its files, and keep links to documents', async () => {
  const link = `https://hub.example/resources/documents?document=${newId()}`;
  const event = await scene.createEvent({ description: `Read ${link}` });
  const { path } = (await ana.call(feedCalls.create)).value();
  const before = await hub.request({ url: `/api${path}` });
  const fileId = await withFile(event, 'Secret budget.pdf');
  const after = await hub.request({ url: `/api${path}` });
  expect(after.statusCode).toBe(200);
  expect(after.body).toBe(before.body);
  const unfolded = after.body.replaceAll('\r\n ', '');
  expect(unfolded).toContain(link);
  expect(unfolded).not.toContain(fileId);
  const found = await maya.call(eventCalls.search, { query: { search: 'secret budget' } });
  expect(found.value().items).toEqual([]);
});
