/** Contents in a bucket, against a real S3 server whose line can be cut. */
import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { receiptCalls } from '#features/expenses/receipts/receipt-contract.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { type Bucket, openBucket } from '#server/s3/bucket.ts';
import { type CutLine, openLine } from '#server/s3/testing/cut-line.ts';
import { hasS3Server, type S3Server, startS3Server } from '#server/s3/testing/s3-server.ts';
import { fileCalls } from '../contract.ts';
import { partBytes } from '../file.ts';
import { checkFiles } from './check-files.ts';
import { removeUnusedFiles } from './clean-up.ts';
import { readContent } from './contents.ts';
import { countContents, moveContents } from './move-contents.ts';
import { writeObject } from './objects.ts';
import { beginUpload, pdfOf, sendParts, tryUpload, upload } from './testing/upload.ts';

describe.skipIf(!hasS3Server)('contents in a bucket', () => {
  let server: S3Server;
  let line: CutLine;
  let bucket: Bucket;
  let hub: TestHub;
  let chapter: TestChapter;
  let ann: TestPerson;
  beforeAll(async () => {
    server = await startS3Server();
    line = await openLine(server.port);
    const endpoint = server.address.endpoint.replace(String(server.port), String(line.port));
    hub = await startTestHub({ config: { fileBucket: { ...server.address, endpoint } } });
    bucket = hub.fileBucket ?? expect.fail('no bucket');
  });
  afterAll(async () => {
    await hub?.close();
    await line?.close();
    await server?.close();
  });
  beforeEach(async () => {
    line.mend();
    chapter = await hub.chapter();
    ann = await chapter.person('Ann Abel');
  });

  const clock = () => toInstant(Temporal.Now.instant());
  const mover = () => ({ db: hub.db, fileBucket: bucket, clock, newId });
  /** The same objects, whether the line is cut or not. */
  const listKeys = async () => (await openBucket(server.address).list()).map(({ key }) => key);

  async function listPlaces() {
    const [objects, parts] = await Promise.all([
      hub.db
        .selectFrom('file_object')
        .select(['id', 'file_id', 'is_content'])
        .where('chapter_id', '=', chapter.id)
        .orderBy('id')
        .execute(),
      hub.db
        .selectFrom('file_part')
        .select(['file_id', 'part'])
        .where('chapter_id', '=', chapter.id)
        .execute(),
    ]);
    return { objects, parts };
  }

  async function logWith(receiptIds: Id<'file'>[]) {
    const body = {
      title: 'Dinner',
      amount: 10,
      expenseDate: clock(),
      participants: [ann.memberId],
      paidBy: ann.memberId,
      receiptIds,
    };
    return (await ann.call(expenseCalls.create, { raw: JSON.stringify(body) })).value();
  }

  async function read(expenseId: string, fileId: string, headers = {}) {
    return hub.request({
      url: `/api/expenses/${expenseId}/receipts/${fileId}`,
      headers: { authorization: `Bearer ${ann.token}`, ...headers },
    });
  }

  async function readAll(fileId: Id<'file'>, bytes: number): Promise<Buffer> {
    const key = { chapterId: chapter.id, fileId };
    const chunks: Buffer[] = [];
    for await (const chunk of readContent(hub, key, 0, bytes)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  async function removeAfter(hours: number): Promise<void> {
    const later = () => toInstant(Temporal.Now.instant().add({ hours }));
    const { signal } = new AbortController();
    await removeUnusedFiles({ db: hub.db, fileBucket: bucket, clock: later, signal });
  }

  test('come there when an upload is finished, none of it stays in the database, and are read in ranges', async () => {
    const content = pdfOf(2 * partBytes + 100);
    const fileId = await upload(hub, ann, content);
    const { objects, parts } = await listPlaces();
    expect(parts).toEqual([]);
    expect(objects).toMatchObject([{ file_id: fileId, is_content: true }]);
    expect(await listKeys()).toContain(objects[0]?.id);
    const expense = await logWith([fileId]);
    const whole = await read(expense.id, fileId);
    expect(whole.rawPayload.equals(content)).toBe(true);
    for (const [start, end] of [
      [0, 9],
      [partBytes - 5, partBytes + 5],
      [2 * partBytes + 99, 2 * partBytes + 99],
    ] as const) {
      const part = await read(expense.id, fileId, { range: `bytes=${start}-${end}` });
      expect(part.statusCode).toBe(206);
      expect(part.rawPayload.equals(content.subarray(start, end + 1))).toBe(true);
    }
  });

  test('of pictures are what was made of them, not what came in', async () => {
    const photo = await sharp({
      create: { width: 900, height: 600, channels: 3, background: '#c83' },
    })
      .png()
      .toBuffer();
    const file = (await tryUpload(hub, ann, photo, 'photo.png')).value();
    expect(file.mediaType).toBe('image/jpeg');
    expect(await sharp(await readAll(file.id, file.bytes)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 900,
    });
    expect((await listPlaces()).parts).toEqual([]);
  });

  test('that can’t be written leave the upload as it was, which is finished later', async () => {
    const content = pdfOf(partBytes + 1);
    const fileId = await beginUpload(ann, content.length);
    await sendParts(hub, ann, fileId, content);
    line.cut();
    const finish = () => ann.call(fileCalls.finish, { params: { fileId } });
    const refused = await finish();
    expect([refused.status, refused.refusal().code]).toEqual([503, 'files_unreachable']);
    expect((await ann.call(fileCalls.read, { params: { fileId } })).value().file).toBeNull();
    expect((await listPlaces()).parts).toHaveLength(2);
    line.mend();
    (await finish()).value();
    expect((await readAll(fileId, content.length)).equals(content)).toBe(true);
    const { objects } = await listPlaces();
    // The row of the attempt that failed goes in a day; the content stays.
    expect(objects.map((row) => row.is_content)).toEqual([false, true]);
    await logWith([fileId]);
    await removeAfter(0);
    await removeAfter(24);
    expect((await listPlaces()).objects).toHaveLength(1);
    expect((await readAll(fileId, content.length)).equals(content)).toBe(true);
  });

  test('that can’t be read get an error status, without a name to save it by', async () => {
    const fileId = await upload(hub, ann);
    const expense = await logWith([fileId]);
    line.cut();
    const reply = await read(expense.id, fileId);
    expect([reply.statusCode, reply.json().code]).toEqual([503, 'files_unreachable']);
    expect(reply.headers['content-disposition']).toBeUndefined();
    expect(reply.headers['etag']).toBeUndefined();
    line.mend();
    expect((await read(expense.id, fileId)).statusCode).toBe(200);
  });

  test('that are lost are reported as such until they are back', async () => {
    const content = pdfOf();
    const fileId = await upload(hub, ann, content);
    const expense = await logWith([fileId]);
    const [object] = (await listPlaces()).objects;
    const key = object?.id ?? expect.fail('no object');
    await bucket.delete(key);
    const reply = await read(expense.id, fileId);
    await bucket.putBytes(key, content);
    expect([reply.statusCode, reply.json()]).toEqual([
      404,
      {
        code: 'content_lost',
        message: 'The content of this file is lost. Anyone who has a copy can add it again.',
      },
    ]);
    expect((await read(expense.id, fileId)).statusCode).toBe(200);
  });

  test('finished twice at once are there once', async () => {
    const content = pdfOf();
    const fileId = await beginUpload(ann, content.length);
    await sendParts(hub, ann, fileId, content);
    const finish = () => ann.call(fileCalls.finish, { params: { fileId } });
    const replies = await Promise.all([finish(), finish(), finish()]);
    expect(new Set(replies.map((reply) => JSON.stringify(reply.value()))).size).toBe(1);
    const { objects } = await listPlaces();
    expect(objects.filter((row) => row.is_content)).toHaveLength(1);
    await logWith([fileId]);
    await removeAfter(0);
    await removeAfter(24);
    const [left, ...others] = (await listPlaces()).objects;
    expect(others).toEqual([]);
    expect(left?.is_content).toBe(true);
    expect((await readAll(fileId, content.length)).equals(content)).toBe(true);
  });

  test('of nothing are removed within a day, and with them their rows', async () => {
    const fileId = await upload(hub, ann);
    const object = (await listPlaces()).objects[0]?.id ?? expect.fail('no object');
    await removeAfter(22);
    expect(await listKeys()).toContain(object);
    await removeAfter(24);
    const params = { fileId };
    expect((await ann.call(fileCalls.read, { params })).status).toBe(404);
    expect(await listKeys()).not.toContain(object);
    expect((await listPlaces()).objects).toEqual([]);
  });

  test('of a server that was killed before it could use them are removed', async () => {
    const content = pdfOf();
    const key = { chapterId: chapter.id, fileId: newId<'file'>() };
    const written = { key, bytes: content.length, mediaType: 'application/pdf' };
    const store = { db: hub.db, bucket };
    const object = await writeObject(store, {
      ...written,
      content: [content],
      now: clock(),
      newId,
    });
    await removeAfter(0);
    expect(await listKeys()).toContain(object);
    await removeAfter(2);
    expect(await listKeys()).not.toContain(object);
    expect((await listPlaces()).objects).toEqual([]);
  });

  test('whose object can’t be removed are removed the next time', async () => {
    await upload(hub, ann);
    line.cut();
    await expect(removeAfter(24)).rejects.toMatchObject({ code: 'unreachable' });
    expect((await listPlaces()).objects).toHaveLength(1);
    line.mend();
    await removeAfter(24);
    expect((await listPlaces()).objects).toEqual([]);
  });

  test('move to the database and back while they are read', async () => {
    const content = Buffer.concat([pdfOf(), randomBytes(3 * partBytes), Buffer.from('\n%%EOF\n')]);
    const fileId = await upload(hub, ann, content);
    const expense = await logWith([fileId]);
    const damaged: string[] = [];
    const move = (to: 'bucket' | 'database') =>
      moveContents(mover(), to, (key, problem) => damaged.push(`${key.fileId} ${problem}`));
    let isMoving = true;
    const reads = (async () => {
      let count = 0;
      while (isMoving) {
        const reply = await read(expense.id, fileId);
        expect(reply.rawPayload.equals(content)).toBe(true);
        count += 1;
      }
      return count;
    })();
    for (let round = 0; round < 6; round += 1) {
      const to = round % 2 === 0 ? 'database' : 'bucket';
      expect((await move(to)).moved).toBeGreaterThan(0);
      const { objects, parts } = await listPlaces();
      expect(objects.filter((row) => row.is_content)).toHaveLength(to === 'bucket' ? 1 : 0);
      expect(parts).toHaveLength(to === 'bucket' ? 0 : 4);
    }
    isMoving = false;
    expect(await reads).toBeGreaterThan(5);
    expect(damaged).toEqual([]);
    expect(await countContents(hub.db, 'database')).toBe(0);
    // What the moves left behind goes, and the content stays.
    await removeAfter(0);
    await removeAfter(24);
    expect((await listPlaces()).objects).toHaveLength(1);
    expect((await read(expense.id, fileId)).rawPayload.equals(content)).toBe(true);
  });

  test('move once, if two commands and members who add and remove them work at once', async () => {
    const expenses = [];
    for (let each = 0; each < 6; each += 1) expenses.push(await logWith([await upload(hub, ann)]));
    const ignore = () => expect.fail('nothing is damaged');
    const removing = Promise.all(
      expenses.slice(0, 2).map(async ({ id: expenseId, receiptIds: [receiptId] }) => {
        if (!receiptId) return expect.fail('no receipt');
        return ann.call(receiptCalls.remove, { params: { expenseId, receiptId } });
      }),
    );
    await Promise.all([
      moveContents(mover(), 'database', ignore),
      moveContents(mover(), 'database', ignore),
      removing,
    ]);
    expect(await countContents(hub.db, 'bucket')).toBe(0);
    await Promise.all([
      moveContents(mover(), 'bucket', ignore),
      moveContents(mover(), 'bucket', ignore),
    ]);
    expect(await countContents(hub.db, 'database')).toBe(0);
    expect(await checkFiles(hub)).toMatchObject({ damaged: [] });
  });

  test('that are lost or changed there are found by the check, stay where they are, and stop nothing else', async () => {
    const [lost, changed, fine] = [
      await upload(hub, ann),
      await upload(hub, ann),
      await upload(hub, ann),
    ];
    await logWith([lost, changed, fine]);
    const { objects } = await listPlaces();
    const objectOf = (fileId: Id<'file'>) =>
      objects.find((row) => row.file_id === fileId)?.id ?? expect.fail('no object');
    await bucket.delete(objectOf(lost));
    const another = pdfOf();
    await bucket.putBytes(objectOf(changed), another);
    const inChapter = (found: { chapterId: string }) => found.chapterId === chapter.id;
    const problems = (await checkFiles(hub)).damaged.filter(inChapter);
    expect(new Map(problems.map(({ fileId, problem }) => [fileId, problem]))).toEqual(
      new Map([
        [lost, '0 of the bytes 0 to 100 are left'],
        [changed, 'its content is another'],
      ]),
    );
    const reported: string[] = [];
    await moveContents(mover(), 'database', ({ fileId }) => reported.push(fileId));
    expect(reported.toSorted()).toEqual([lost, changed].toSorted());
    const { parts } = await listPlaces();
    expect(parts.map((row) => row.file_id)).toEqual([fine]);
    line.cut();
    await expect(checkFiles(hub)).rejects.toMatchObject({ code: 'unreachable' });
    await hub.db.deleteFrom('file_use').where('chapter_id', '=', chapter.id).execute();
    await hub.db.deleteFrom('file').where('chapter_id', '=', chapter.id).execute();
  });

  test('are reported as unreachable by a server without a bucket', async () => {
    const fileId = await upload(hub, ann);
    const key = { chapterId: chapter.id, fileId };
    const reading = readContent({ db: hub.db, fileBucket: undefined }, key, 0, 10).next();
    await expect(reading).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('FILES_S3_URL is not set'),
    });
  });

  test('have the hash they were finished with', async () => {
    const content = pdfOf(partBytes);
    const fileId = await upload(hub, ann, content);
    const row = await hub.db
      .selectFrom('file')
      .select('sha256')
      .where('id', '=', fileId)
      .where('chapter_id', '=', chapter.id)
      .executeTakeFirstOrThrow();
    const read = await readAll(fileId, content.length);
    expect(createHash('sha256').update(read).digest('base64url')).toBe(row.sha256);
  });
});
