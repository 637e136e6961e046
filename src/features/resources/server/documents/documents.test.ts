import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { smallPng } from '#app/testing/pictures.ts';
import { removeUnusedFiles } from '#features/files/server/clean-up.ts';
import { pdfOf, tryUpload, upload } from '#features/files/server/testing/upload.ts';
import { zipOf } from '#features/files/testing/zip.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import { documentCalls } from '../../documents/document-contract.ts';
import { folderCalls } from '../../documents/folder-contract.ts';
import { createDocumentScene, type DocumentScene } from '../testing/document-scene.ts';

let hub: TestHub;
let scene: DocumentScene;
let chapter: DocumentScene['chapter'];
let admin: TestPerson;
let tom: TestPerson;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());
beforeEach(async () => {
  scene = await createDocumentScene(hub);
  ({ chapter, admin, tom, maya } = scene);
});

async function listNames(by: TestPerson, query: object = {}): Promise<string[]> {
  return (await by.call(documentCalls.list, { query })).value().items.map(({ name }) => name);
}

async function read(by: TestPerson, path: string) {
  return hub.request({
    method: 'GET',
    url: `/api/documents/${path}`,
    headers: { authorization: `Bearer ${by.token}` },
  });
}

test('a file that is added again, to another folder, is one document, there', async () => {
  const folder = await scene.makeFolder('Minutes');
  const fileId = await upload(hub, tom, pdfOf(), 'May.pdf', 'document');
  const add = (by: TestPerson, folderId: Id<'folder'> | null) =>
    by.call(documentCalls.create, { body: { fileId, folderId } });
  const [first, second] = await Promise.all([add(tom, null), add(tom, null)]);
  expect(second.value()).toEqual(first.value());
  const moved = (await add(tom, folder.id)).value();
  expect(moved).toEqual({ ...first.value(), folderId: folder.id, version: 2 });
  expect(await listNames(maya)).toEqual(['May.pdf']);
  // Whose upload it is not learns nothing of it.
  const other = await add(admin, null);
  expect([other.status, other.refusal().code]).toEqual([422, 'unknown_file']);
});

test('a document is added, listed, read, renamed, moved and recorded', async () => {
  const folder = await scene.makeFolder('Minutes');
  const content = pdfOf(700_000);
  const document = await scene.addDocument('May.pdf', { by: tom, content });
  expect(document).toMatchObject({
    name: 'May.pdf',
    folderId: null,
    mediaType: 'application/pdf',
    bytes: content.length,
    addedBy: { id: tom.memberId, name: 'Tom Treasurer' },
    version: 1,
  });
  const params = { documentId: document.id };
  const body = { name: 'May 2026.docx', folderId: folder.id };
  const changed = (await tom.call(documentCalls.update, { params, body })).value();
  // It is what it is, whatever it is called.
  expect(changed).toMatchObject({ name: 'May 2026.pdf', folderId: folder.id, version: 2 });
  expect(await listNames(maya, { folderId: folder.id })).toEqual(['May 2026.pdf']);
  expect(await listNames(maya, { folderId: 'top' })).toEqual([]);
  const reply = await read(maya, `${document.id}/content`);
  expect(reply.rawPayload.equals(content)).toBe(true);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="May 2026.pdf"; filename*=UTF-8''May%202026.pdf`,
    'content-security-policy': "default-src 'none';sandbox",
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  });
  const stale = await tom.call(documentCalls.update, {
    params,
    body,
    headers: { 'if-match': '"1"' },
  });
  expect([stale.status, stale.refusal().code]).toEqual([412, 'changed_meanwhile']);
  const records = await hub.db
    .selectFrom('audit')
    .select(['actor_id', 'action'])
    .where('chapter_id', '=', chapter.id)
    .where('entity_id', '=', document.id)
    .orderBy('at')
    .orderBy('id')
    .execute();
  expect(records).toEqual([
    { actor_id: tom.memberId, action: 'document.create' },
    { actor_id: tom.memberId, action: 'document.update' },
  ]);
});

test('members read the documents, and treasurers and admins change them', async () => {
  const document = await scene.addDocument('Bylaws.pdf');
  const folder = await scene.makeFolder('Forms');
  const fileId = await upload(hub, maya, pdfOf(), 'a.pdf', 'document');
  const params = { documentId: document.id };
  const ofFolder = { folderId: folder.id };
  const body = { name: 'a', parentId: null, audience: 'member' as const };
  const tries = [
    await maya.call(documentCalls.create, { body: { fileId, folderId: null } }),
    await maya.call(documentCalls.update, { params, body: { name: 'a', folderId: null } }),
    await maya.call(documentCalls.replace, { params, body: { fileId } }),
    await maya.call(documentCalls.remove, { params }),
    await maya.call(documentCalls.restore, { params }),
    await maya.call(folderCalls.create, { body }),
    await maya.call(folderCalls.update, { params: ofFolder, body }),
    await maya.call(folderCalls.remove, { params: ofFolder }),
  ];
  expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 403));
  expect((await maya.call(documentCalls.detail, { params })).value().name).toBe('Bylaws.pdf');
});

test('who may not see a folder finds neither it nor what is in it', async () => {
  const board = await scene.makeFolder('Board', 'admin');
  const inBoard = await scene.makeFolder('Salaries', null, board.id);
  const books = await scene.makeFolder('Books', 'treasurer');
  expect(inBoard.audience).toBe('admin');
  const secret = await scene.addDocument('Secret.pdf', { folderId: inBoard.id });
  await scene.addDocument('Ledger.pdf', { folderId: books.id });
  await scene.addDocument('Handbook.pdf');
  const foldersOf = async (by: TestPerson) =>
    (await by.call(folderCalls.list)).value().items.map(({ name }) => name);
  expect(await foldersOf(maya)).toEqual([]);
  expect(await foldersOf(tom)).toEqual(['Books']);
  expect(await foldersOf(admin)).toEqual(['Board', 'Books', 'Salaries']);
  expect(await listNames(maya)).toEqual(['Handbook.pdf']);
  expect(await listNames(tom)).toEqual(['Handbook.pdf', 'Ledger.pdf']);
  expect(await listNames(maya, { folderId: inBoard.id })).toEqual([]);
  expect(await listNames(maya, { search: 'secret' })).toEqual([]);
  const params = { documentId: secret.id };
  const [file] = (await admin.call(documentCalls.detail, { params })).value().files;
  const body = { name: 'Mine.pdf', folderId: null };
  const fileId = await upload(hub, tom, pdfOf(), 'a.pdf', 'document');
  const tries = [
    (await maya.call(documentCalls.detail, { params })).status,
    (await read(maya, `${secret.id}/content`)).statusCode,
    (await read(maya, `${secret.id}/versions/${file?.id}`)).statusCode,
    (await tom.call(documentCalls.update, { params, body })).status,
    (await tom.call(documentCalls.replace, { params, body: { fileId } })).status,
    (await tom.call(documentCalls.remove, { params })).status,
    (await tom.call(folderCalls.remove, { params: { folderId: inBoard.id } })).status,
  ];
  expect(tries).toEqual(tries.map(() => 404));
  const into = await tom.call(documentCalls.create, { body: { fileId, folderId: board.id } });
  expect([into.status, into.refusal().code]).toEqual([422, 'unknown_folder']);
  await admin.call(documentCalls.remove, { params });
  expect((await tom.call(documentCalls.restore, { params })).status).toBe(404);
  expect((await admin.call(documentCalls.restore, { params })).status).toBe(200);
});

test('a moved folder is seen as its new place is', async () => {
  const board = await scene.makeFolder('Board', 'admin');
  const forms = await scene.makeFolder('Forms');
  await scene.addDocument('Form.pdf', { folderId: forms.id });
  const params = { folderId: forms.id };
  const move = (parentId: Id<'folder'> | null, audience: Role | null) =>
    admin.call(folderCalls.update, { params, body: { name: 'Forms', parentId, audience } });
  expect((await move(board.id, null)).value().audience).toBe('admin');
  expect(await listNames(maya)).toEqual([]);
  expect((await move(null, 'member')).value().audience).toBe('member');
  expect(await listNames(maya)).toEqual(['Form.pdf']);
});

describe('a folder', () => {
  test('is at most two deep', async () => {
    const top = await scene.makeFolder('Top');
    const inner = await scene.makeFolder('Inner', null, top.id);
    const other = await scene.makeFolder('Other');
    const into = (folderId: Id<'folder'>, parentId: Id<'folder'>) =>
      admin.call(folderCalls.update, {
        params: { folderId },
        body: { name: 'Moved', parentId, audience: null },
      });
    const tries = [await into(other.id, inner.id), await into(top.id, other.id)];
    tries.push(await into(top.id, top.id));
    expect(tries.map((reply) => reply.refusal().code)).toEqual(tries.map(() => 'too_deep'));
  });

  test('has a name that no other one beside it has', async () => {
    const top = await scene.makeFolder('Minutes');
    await scene.makeFolder('minutes', null, top.id);
    const body = { name: 'MINUTES', parentId: null, audience: 'member' as const };
    const taken = await admin.call(folderCalls.create, { body });
    expect([taken.status, taken.refusal().code]).toEqual([409, 'name_taken']);
  });

  test('is not hidden from who made it so', async () => {
    const body = { name: 'Board', parentId: null, audience: 'admin' as const };
    const hidden = await tom.call(folderCalls.create, { body });
    expect([hidden.status, hidden.refusal().code]).toEqual([422, 'hidden_from_you']);
  });

  test('is deleted when it is empty, and brought back', async () => {
    const folder = await scene.makeFolder('Minutes');
    const params = { folderId: folder.id };
    const document = await scene.addDocument('May.pdf', { folderId: folder.id });
    const full = await tom.call(folderCalls.remove, { params });
    expect([full.status, full.refusal().code]).toEqual([409, 'folder_not_empty']);
    const ofDocument = { documentId: document.id };
    await tom.call(documentCalls.remove, { params: ofDocument });
    expect((await tom.call(folderCalls.remove, { params })).status).toBe(204);
    expect((await maya.call(folderCalls.list)).value().items).toEqual([]);
    const early = await tom.call(documentCalls.restore, { params: ofDocument });
    expect([early.status, early.refusal().code]).toEqual([409, 'folder_deleted']);
    expect((await tom.call(folderCalls.restore, { params })).value()).toEqual(folder);
    expect((await tom.call(documentCalls.restore, { params: ofDocument })).status).toBe(200);
    expect(await listNames(maya, { folderId: folder.id })).toEqual(['May.pdf']);
  });
});

test('a deleted document is gone until it is brought back, within a day', async () => {
  const document = await scene.addDocument('May.pdf');
  const params = { documentId: document.id };
  expect((await tom.call(documentCalls.remove, { params })).status).toBe(204);
  expect(await listNames(maya)).toEqual([]);
  expect((await read(maya, `${document.id}/content`)).statusCode).toBe(404);
  expect((await tom.call(documentCalls.remove, { params })).status).toBe(404);
  expect((await tom.call(documentCalls.restore, { params })).value()).toEqual(document);
  expect((await read(maya, `${document.id}/content`)).statusCode).toBe(200);
  await tom.call(documentCalls.remove, { params });
  const yesterday = toInstant(Temporal.Now.instant().subtract({ hours: 23 }));
  await hub.db
    .updateTable('document')
    .set({ deleted_at: yesterday })
    .where('chapter_id', '=', chapter.id)
    .execute();
  expect((await tom.call(documentCalls.restore, { params })).status).toBe(404);
});

test('the content of a document stays, and that of a deleted one goes after a day', async () => {
  const kept = await scene.addDocument('Kept.pdf');
  const deleted = await scene.addDocument('Deleted.pdf');
  await tom.call(documentCalls.remove, { params: { documentId: deleted.id } });
  const later = toInstant(Temporal.Now.instant().add({ hours: 25 }));
  const { signal } = new AbortController();
  await removeUnusedFiles({ db: hub.db, fileBucket: hub.fileBucket, clock: () => later, signal });
  expect((await read(maya, `${kept.id}/content`)).statusCode).toBe(200);
  const files = await hub.db
    .selectFrom('file')
    .select('name')
    .where('chapter_id', '=', chapter.id)
    .execute();
  expect(files).toEqual([{ name: 'Kept.pdf' }]);
});

test('a new version takes the place of the content, and earlier ones stay', async () => {
  const first = pdfOf();
  const document = await scene.addDocument('Budget.pdf', { content: first });
  const params = { documentId: document.id };
  await admin.call(documentCalls.update, { params, body: { name: 'Plan', folderId: null } });
  const second = Buffer.from('Item,Cost\nHall,300\n');
  const fileId = await upload(hub, tom, second, 'plan.csv', 'document');
  const replaced = (await tom.call(documentCalls.replace, { params, body: { fileId } })).value();
  expect(replaced).toMatchObject({
    name: 'Plan.txt',
    mediaType: 'text/plain',
    bytes: second.length,
    addedBy: { name: 'Tom Treasurer' },
    version: 3,
  });
  // Sent again.
  const again = (await tom.call(documentCalls.replace, { params, body: { fileId } })).value();
  expect(again).toEqual(replaced);
  const { files } = (await maya.call(documentCalls.detail, { params })).value();
  expect(files.map(({ name, by }) => [name, by.name])).toEqual([
    ['plan.csv', 'Tom Treasurer'],
    ['Budget.pdf', 'Ana Admin'],
  ]);
  expect((await read(maya, `${document.id}/content`)).rawPayload.equals(second)).toBe(true);
  const earlier = await read(maya, `${document.id}/versions/${files[1]?.id}`);
  expect(earlier.rawPayload.equals(first)).toBe(true);
  const [other] = [await scene.addDocument('Other.pdf')];
  expect((await read(maya, `${other?.id}/versions/${fileId}`)).statusCode).toBe(404);
});

test('a replacement that is sent again after another one is refused and changes nothing', async () => {
  const document = await scene.addDocument('Budget.pdf');
  const params = { documentId: document.id };
  const replace = (by: TestPerson, fileId: Id<'file'>) =>
    by.call(documentCalls.replace, { params, body: { fileId } });
  const toms = await upload(hub, tom, Buffer.from('Hall,300\n'), 'tom.csv', 'document');
  (await replace(tom, toms)).value();
  const content = Buffer.from('Hall,400\nDrinks,50\n');
  const anas = await upload(hub, admin, content, 'ana.csv', 'document');
  const latest = (await replace(admin, anas)).value();
  const late = await replace(tom, toms);
  expect([late.status, late.refusal().code]).toEqual([409, 'replaced_since']);
  const { files, ...now } = (await maya.call(documentCalls.detail, { params })).value();
  expect(now).toMatchObject(latest);
  expect(files.map(({ name }) => name)).toEqual(['ana.csv', 'tom.csv', 'Budget.pdf']);
  expect((await read(maya, `${document.id}/content`)).rawPayload.equals(content)).toBe(true);
});

test('documents are found by name and sorted by name, date and size', async () => {
  await scene.addDocument('beta 100%.pdf', { content: pdfOf(3_000) });
  await scene.addDocument('Alpha.pdf', { content: pdfOf(2_000) });
  await scene.addDocument('gamma 100.pdf', { content: pdfOf(1_000) });
  expect(await listNames(maya)).toEqual(['Alpha.pdf', 'beta 100%.pdf', 'gamma 100.pdf']);
  expect(await listNames(maya, { sort: 'size' })).toEqual([
    'gamma 100.pdf',
    'Alpha.pdf',
    'beta 100%.pdf',
  ]);
  expect(await listNames(maya, { sort: 'date', direction: 'desc', take: 1 })).toEqual([
    'gamma 100.pdf',
  ]);
  await scene.addDocument('Minutes 10.pdf');
  await scene.addDocument('minutes 9.pdf');
  expect(await listNames(maya, { search: 'minutes' })).toEqual(['minutes 9.pdf', 'Minutes 10.pdf']);
  expect(await listNames(maya, { search: '100%' })).toEqual(['beta 100%.pdf']);
  expect(await listNames(maya, { search: 'ALPHA' })).toEqual(['Alpha.pdf']);
  await scene.addDocument('Café.pdf');
  expect(await listNames(maya, { search: 'cafe' })).toEqual(['Café.pdf']);
});

describe('a file', () => {
  const zip = zipOf('[Content_Types].xml', 'word/document.xml');
  const lockedOffice = Buffer.alloc(1_024);
  lockedOffice.write('d0cf11e0a1b11ae1', 'hex');
  lockedOffice.write('EncryptedPackage\0', 512, 'utf16le');
  test.each<[string, Buffer, string]>([
    ['Guide.docx', zip, 'Guide.docx'],
    ['Guide.exe', zip, 'Guide.docx'],
    ['Notes.md', Buffer.from('# Notes\n'), 'Notes.md'],
    ['run.sh', Buffer.from('#!/bin/sh\n'), 'run.txt'],
    ['poster.png', smallPng, 'poster.jpg'],
    ['Letter.rtf', Buffer.from('{\\rtf1\\ansi Hello}\r\n\0'), 'Letter.rtf'],
    ['Evening.ics', Buffer.from('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n'), 'Evening.ics'],
    ['Board.vcf', Buffer.from('BEGIN:VCARD\r\nVERSION:4.0\r\n'), 'Board.vcf'],
    ['Hall.eml', Buffer.from('From: a@b.example\nTo: c@d.example\nSubject: Hall\n\n'), 'Hall.eml'],
    ['Sent.pdf', Buffer.concat([Buffer.from('Content-Type: x\r\n\r\n'), pdfOf()]), 'Sent.pdf'],
    ['Letter.dotx', zip, 'Letter.dotx'],
  ])('is a document as its bytes say: %s', async (name, content, saved) => {
    expect((await scene.addDocument(name, { content })).name).toBe(saved);
  });

  test.each<[string, Buffer, string]>([
    ['a page.txt', Buffer.from('<html><script>alert(1)</script>'), 'not_a_document'],
    ['picture.svg', Buffer.from('<svg onload="alert(1)"/>'), 'not_a_document'],
    ['archive.zip', zipOf('a.txt'), 'not_a_document'],
    [
      'macros.docx',
      zipOf('[Content_Types].xml', 'word/document.xml', 'word/vbaProject.bin'),
      'not_a_document',
    ],
    ['program.txt', Buffer.concat([Buffer.alloc(600_000, 'a'), Buffer.of(0)]), 'not_a_document'],
    ['cut.pdf', pdfOf(2_000).subarray(0, 1_500), 'not_a_document'],
    ['old.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old_office_format'],
    ['locked.xlsx', lockedOffice, 'password_protected'],
    ['program.ics', Buffer.from('BEGIN:VCALENDAR\r\n\0'), 'not_a_document'],
  ])('is refused for what it is: %s', async (name, content, code) => {
    const reply = await tryUpload(hub, admin, content, name, 'document');
    expect([reply.status, reply.refusal().code]).toEqual([415, code]);
  });

  test('that is a receipt, or the upload of someone else, is no document', async () => {
    const receipt = await upload(hub, admin);
    const asDocument = await admin.call(documentCalls.create, {
      body: { fileId: receipt, folderId: null },
    });
    expect([asDocument.status, asDocument.refusal().code]).toEqual([422, 'unknown_file']);
    const fileId = await upload(hub, admin, pdfOf(), 'a.pdf', 'document');
    const others = await tom.call(documentCalls.create, { body: { fileId, folderId: null } });
    expect(others.refusal().code).toBe('unknown_file');
    const created = await admin.call(documentCalls.create, { body: { fileId, folderId: null } });
    expect(created.status).toBe(201);
  });
});
