/** Documents are found by their text, which is read after their upload. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { smallPng } from '#app/testing/pictures.ts';
import { upload } from '#features/files/server/testing/upload.ts';
import { toInstant } from '#kit/day.ts';
import { documentCalls } from '../../documents/document-contract.ts';
import { createDocumentScene, type DocumentScene } from '../testing/document-scene.ts';
import {
  bombPdf,
  brokenPdf,
  japanesePdf,
  lockedPdf,
  pdfOfPages,
  pictureOnlyPdf,
} from '../testing/pdf.ts';
import { readTexts } from './read-texts.ts';
import { createTextReader } from './text-reader.ts';
import { listUnread, saveText } from './text-store.ts';

const reader = createTextReader();
let hub: TestHub;
let scene: DocumentScene;
let chapter: DocumentScene['chapter'];
let admin: TestPerson;
let tom: TestPerson;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(async () => {
  reader.end();
  await hub?.close();
});
beforeEach(async () => {
  scene = await createDocumentScene(hub);
  ({ chapter, admin, tom, maya } = scene);
});

const { signal } = new AbortController();
const clock = () => toInstant(Temporal.Now.instant());
const readAll = () => readTexts({ db: hub.db, fileBucket: hub.fileBucket, clock, signal }, reader);
const find = async (by: TestPerson, search: string) =>
  (await by.call(documentCalls.list, { query: { search } }))
    .value()
    .items.map(({ name, excerpt }) => [name, excerpt]);

const minutes = pdfOfPages(
  ['Minutes of the annual meeting', 'The caf\xe9 budget was raised to 300.'],
  ['<b>Signed</b> by the board'],
);

describe('the text of a document', () => {
  test('is found by its words, whatever their case and accents, with where they are', async () => {
    await scene.addDocument('May.pdf', { content: minutes });
    await scene.addDocument('Plan.csv', { content: Buffer.from('Item,Cost\nHall hire,300\n') });
    await scene.addDocument('Budget.pdf');
    expect(await find(maya, 'annual')).toEqual([]);
    await readAll();
    const all =
      'Minutes of the annual meeting The café budget was raised to 300. <b>Signed</b> by the board';
    expect(await find(maya, 'CAFE budg')).toEqual([['May.pdf', all]]);
    expect(await find(maya, 'buDGÉT')).toEqual([
      ['Budget.pdf', null],
      ['May.pdf', all],
    ]);
    expect(await find(maya, '300')).toEqual([
      ['May.pdf', expect.stringContaining('… the annual meeting')],
      ['Plan.csv', 'Item,Cost Hall hire,300'],
    ]);
    // In its name alone; every word is needed; none begins in the middle of another.
    expect(await find(maya, 'plán')).toEqual([['Plan.csv', null]]);
    expect(await find(maya, 'annual hall')).toEqual([]);
    expect(await find(maya, 'eeting')).toEqual([]);
    expect(await find(maya, "' | :* & \\\\ !")).toEqual([]);
  });

  test('is shown around the words that were found, in a long text', async () => {
    const content = Buffer.from(
      `${'before '.repeat(500)}the treasure lies here ${'after '.repeat(500)}`,
    );
    await scene.addDocument('Long.txt', { content });
    await readAll();
    const [[, excerpt] = []] = await find(maya, 'treasure lies');
    expect(excerpt).toMatch(/^… (?:before )+the treasure lies here (?:after )+…$/);
    expect(excerpt?.length).toBeLessThanOrEqual(190);
  });

  test('is that of its newest version, and none while it is deleted', async () => {
    const document = await scene.addDocument('May.pdf', { content: minutes });
    await readAll();
    const params = { documentId: document.id };
    const state = async () => (await maya.call(documentCalls.detail, { params })).value().text;
    expect(await state()).toBe('whole');
    const fileId = await upload(hub, tom, Buffer.from('Second thoughts'), 'b.txt', 'document');
    await tom.call(documentCalls.replace, { params, body: { fileId } });
    expect([await find(maya, 'annual'), await state()]).toEqual([[], 'reading']);
    await readAll();
    expect(await find(maya, 'thoughts')).toEqual([['May.txt', 'Second thoughts']]);
    await tom.call(documentCalls.remove, { params });
    const kept = await hub.db
      .selectFrom('document_text')
      .select('document_id')
      .where('chapter_id', '=', chapter.id)
      .execute();
    expect(kept).toEqual([]);
    await tom.call(documentCalls.restore, { params });
    expect(await find(maya, 'thoughts')).toEqual([]);
    await readAll();
    expect(await find(maya, 'thoughts')).toHaveLength(1);
  });

  test('that was read from what is replaced meanwhile is not kept', async () => {
    const document = await scene.addDocument('May.pdf', { content: minutes });
    const unread = (await listUnread(hub.db, 1_000)).find(({ id }) => id === document.id);
    if (!unread) throw new Error('it is read already');
    const fileId = await upload(hub, tom, Buffer.from('New'), 'b.txt', 'document');
    await tom.call(documentCalls.replace, {
      params: { documentId: document.id },
      body: { fileId },
    });
    const text = { text: 'annual', folded: 'annual', words: ['annual'] };
    await saveText(hub.db, unread, 'whole', text, clock());
    expect(await find(maya, 'annual')).toEqual([]);
  });

  test('is found by no one who may not see its folder', async () => {
    const board = await scene.makeFolder('Board', 'admin');
    await scene.addDocument('May.pdf', { content: minutes, folderId: board.id });
    await readAll();
    expect(await find(admin, 'annual')).toHaveLength(1);
    for (const by of [maya, tom]) {
      const reply = await by.call(documentCalls.list, { query: { search: 'annual' } });
      expect(reply.value()).toMatchObject({ items: [], totalCount: 0 });
    }
    const other = await (await hub.chapter('Elsewhere')).person('Eve Else', 'admin');
    expect(await find(other, 'annual')).toEqual([]);
  });

  test('that a busy machine could not read in time is read another time', async () => {
    const document = await scene.addDocument('May.pdf', { content: minutes });
    const hurried = createTextReader(1);
    const work = { db: hub.db, fileBucket: hub.fileBucket, clock, signal };
    await expect(readTexts(work, hurried)).rejects.toThrow('could not be read');
    hurried.end();
    const params = { documentId: document.id };
    expect((await maya.call(documentCalls.detail, { params })).value().text).toBe('reading');
    await readAll();
    expect((await maya.call(documentCalls.detail, { params })).value().text).toBe('whole');
  });

  test.each<[string, Buffer, string | null]>([
    ['locked.pdf', lockedPdf(), 'locked'],
    ['scan.pdf', pictureOnlyPdf(), 'none'],
    ['japanese.pdf', japanesePdf('90ms-RKSJ-H', []), 'unreadable'],
    ['both.pdf', japanesePdf('90ms-RKSJ-H', ['Minutes']), 'partly'],
    ['broken.pdf', brokenPdf(), 'unreadable'],
    ['bomb.pdf', bombPdf(), 'unreadable'],
    ['poster.png', smallPng, null],
  ])(
    'that has none, or gaps, is reported, and it stays to be found by its name: %s',
    async (name, content, text) => {
      const document = await scene.addDocument(name, { content });
      await readAll();
      const params = { documentId: document.id };
      expect((await maya.call(documentCalls.detail, { params })).value().text).toBe(text);
      expect(await find(maya, document.name)).toEqual([[document.name, null]]);
    },
  );

  test('whose content is damaged stops no other', async () => {
    const damaged = await scene.addDocument('Damaged.pdf', { content: minutes });
    await hub.db.deleteFrom('file_part').where('chapter_id', '=', chapter.id).execute();
    await scene.addDocument('Whole.txt', { content: Buffer.from('still here') });
    await expect(readAll()).rejects.toThrow('1 documents could not be read');
    expect(await find(maya, 'still here')).toHaveLength(1);
    await tom.call(documentCalls.remove, { params: { documentId: damaged.id } });
  });

  test('that has no file is left out, and the others are read', async () => {
    const { id } = await scene.addDocument('Missing.pdf', { content: minutes });
    await hub.db
      .updateTable('file_use')
      .set({ removed_at: clock(), removed_by: tom.memberId })
      .where('chapter_id', '=', chapter.id)
      .where('entity_id', '=', id)
      .execute();
    await scene.addDocument('There.txt', { content: Buffer.from('right here') });
    await readAll();
    expect(await find(maya, 'right here')).toHaveLength(1);
    await tom.call(documentCalls.remove, { params: { documentId: id } });
  });
});
