import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestHub, type TestChapter, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { pngOf } from '#app/testing/pictures.ts';
import { toInstant } from '#kit/day.ts';
import { newId } from '#server/database/ids.ts';
import { fileCalls } from '../contract.ts';
import { maxReceiptBytes, maxUnfinishedBytes, maxUploadsPerHour, partBytes } from '../file.ts';
import { checkFiles } from './check-files.ts';
import { removeUnusedFiles } from './clean-up.ts';
import { insertFile } from './testing/samples.ts';
import { beginUpload, pdfOf, sendPart, sendParts, tryUpload, upload } from './testing/upload.ts';

let hub: TestHub;
let chapter: TestChapter;
let ann: TestPerson;
let ben: TestPerson;

beforeAll(async () => {
  hub = await startTestHub({ config: { maxFileBytes: 2 * maxReceiptBytes } });
});
afterAll(() => hub?.close());
beforeEach(async () => {
  chapter = await hub.chapter();
  ann = await chapter.person('Ann Abel');
  ben = await chapter.person('Ben Burns');
});

const countParts = async () =>
  (
    await hub.db
      .selectFrom('file_part')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('chapter_id', '=', chapter.id)
      .executeTakeFirstOrThrow()
  ).count;

async function readContent(fileId: string): Promise<Buffer> {
  const parts = await hub.db
    .selectFrom('file_part')
    .select('content')
    .where('chapter_id', '=', chapter.id)
    .where('file_id', '=', fileId as never)
    .orderBy('part')
    .execute();
  return Buffer.concat(parts.map(({ content }) => content));
}

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c83' } });

describe('an upload', () => {
  test('is kept byte for byte if it is a PDF, however many parts it has', async () => {
    const content = pdfOf(2 * partBytes + 1);
    const reply = await tryUpload(hub, ann, content, 'Invoice.pdf');
    expect(reply.value()).toMatchObject({
      name: 'Invoice.pdf',
      mediaType: 'application/pdf',
      bytes: content.length,
      width: null,
    });
    expect((await readContent(reply.value().id)).equals(content)).toBe(true);
  });

  test('may be a PDF whose header follows a mark or a mail header', async () => {
    for (const before of ['\xef\xbb\xbf', 'Content-Type: application/pdf\r\n\r\n']) {
      const content = Buffer.concat([Buffer.from(before, 'latin1'), pdfOf()]);
      const file = (await tryUpload(hub, ann, content, 'Invoice.pdf')).value();
      expect(file).toMatchObject({ name: 'Invoice.pdf', mediaType: 'application/pdf' });
      expect((await readContent(file.id)).equals(content)).toBe(true);
    }
  });

  test('goes on after a lost connection with the parts that are missing', async () => {
    const content = pdfOf(2 * partBytes + 1);
    const fileId = await beginUpload(ann, content.length);
    await sendPart(hub, ann, fileId, 1, content.subarray(partBytes, 2 * partBytes));
    const params = { fileId };
    const early = await ann.call(fileCalls.finish, { params });
    expect([early.status, early.refusal().code]).toEqual([409, 'upload_incomplete']);
    expect((await ann.call(fileCalls.read, { params })).value()).toMatchObject({
      missingParts: [0, 2],
      file: null,
    });
    await sendParts(hub, ann, fileId, content);
    const done = (await ann.call(fileCalls.finish, { params })).value();
    // Asked again, because the reply may have been lost.
    expect((await ann.call(fileCalls.finish, { params })).value()).toEqual(done);
    expect((await sendPart(hub, ann, fileId, 0, content.subarray(0, partBytes))).statusCode).toBe(
      409,
    );
  });

  test('keeps each part as it first came in, so that none changes while it is checked', async () => {
    const content = pdfOf(partBytes + 100);
    const fileId = await beginUpload(ann, content.length);
    await sendParts(hub, ann, fileId, content);
    const again = await sendPart(hub, ann, fileId, 0, Buffer.alloc(partBytes, 'x'));
    expect(again.statusCode).toBe(204);
    (await ann.call(fileCalls.finish, { params: { fileId } })).value();
    expect((await readContent(fileId)).equals(content)).toBe(true);
  });

  test('announced twice with one id is one', async () => {
    const body = {
      id: newId<'file'>(),
      fileName: 'a.pdf',
      bytes: 100,
      purpose: 'receipt' as const,
    };
    const first = await ann.call(fileCalls.begin, { body });
    expect((await ann.call(fileCalls.begin, { body })).value()).toEqual(first.value());
    const other = await ben.call(fileCalls.begin, { body });
    expect([other.status, other.refusal().code]).toEqual([409, 'id_taken']);
  });

  test('is found by its uploader alone', async () => {
    const fileId = await beginUpload(ann, 100);
    expect((await ben.call(fileCalls.read, { params: { fileId } })).status).toBe(404);
    expect((await ben.call(fileCalls.finish, { params: { fileId } })).status).toBe(404);
    expect((await sendPart(hub, ben, fileId, 0, pdfOf())).statusCode).toBe(404);
    expect(await countParts()).toBe(0);
  });

  test.each([
    ['too short', 0, 99],
    ['too long', 0, 101],
    ['behind the end', 1, 100],
  ])('takes no part that is %s', async (_, part, bytes) => {
    const fileId = await beginUpload(ann, 100);
    const reply = await sendPart(hub, ann, fileId, part, Buffer.alloc(bytes));
    expect([reply.statusCode, reply.json().code]).toEqual([422, 'wrong_part']);
  });

  test('is refused before it is sent if it is too large or the chapter has no space left', async () => {
    const begin = (bytes: number) =>
      ann.call(fileCalls.begin, { body: { fileName: 'a', bytes, purpose: 'receipt' } });
    const large = await begin(maxReceiptBytes + 1);
    expect([large.status, large.refusal().code]).toEqual([413, 'too_large']);
    for (let each = 0; each < 2; each += 1) expect((await begin(maxReceiptBytes)).status).toBe(201);
    const full = await begin(1);
    expect([full.status, full.refusal().code]).toEqual([409, 'files_full']);
  });

  test('announced and never sent leaves the space of the chapter to others', async () => {
    const times = maxUnfinishedBytes / maxReceiptBytes;
    await hub.db
      .insertInto('file')
      .values(
        Array.from({ length: times }, () => ({
          chapter_id: chapter.id,
          id: newId<'file'>(),
          purpose: 'receipt' as const,
          name: 'a',
          sent_bytes: maxReceiptBytes - 1,
          uploaded_by: ann.memberId,
          begun_at: '2026-01-01T00:00:00Z' as const,
        })),
      )
      .execute();
    const begin = (bytes: number) =>
      ann.call(fileCalls.begin, { body: { fileName: 'a', bytes, purpose: 'receipt' } });
    const late = await begin(times + 1);
    expect([late.status, late.refusal().code]).toEqual([429, 'too_many_uploads']);
    // They are within what is left to them, and meet the limit of the chapter.
    expect((await begin(times)).refusal().code).toBe('files_full');
  });

  test('is refused after many in an hour', async () => {
    await hub.db
      .insertInto('file')
      .values(
        Array.from({ length: maxUploadsPerHour }, () => ({
          chapter_id: chapter.id,
          id: newId<'file'>(),
          purpose: 'receipt' as const,
          name: 'a',
          sent_bytes: 1,
          uploaded_by: ann.memberId,
          begun_at: toInstant(Temporal.Now.instant()),
        })),
      )
      .execute();
    const body = { fileName: 'a', bytes: 1, purpose: 'receipt' as const };
    const reply = await ann.call(fileCalls.begin, { body });
    expect([reply.status, reply.refusal().code]).toEqual([429, 'too_many_uploads']);
    expect((await ben.call(fileCalls.begin, { body })).status).toBe(201);
  });
});

describe('a picture', () => {
  test('is made anew: upright, small, as JPEG, and without the place where it was taken', async () => {
    const taken = await photo(3_000, 2_000)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '32/1 43/1 0/1' } })
      .toBuffer();
    expect(await sharp(taken).metadata()).toMatchObject({
      orientation: 6,
      exif: expect.any(Buffer),
    });
    const made = (await tryUpload(hub, ann, taken, 'IMG_0001.JPG')).value();
    expect(made).toMatchObject({
      name: 'IMG_0001.JPG',
      mediaType: 'image/jpeg',
      width: 1_600,
      height: 2_400,
    });
    const kept = await readContent(made.id);
    const { exif, width, format } = await sharp(kept).metadata();
    expect([exif, width, format]).toEqual([undefined, 1_600, 'jpeg']);
    expect(kept.length).toBe(made.bytes);
  });

  test('keeps the width of its lines if it is a long receipt, lying or upright', async () => {
    const long = await photo(1_080, 11_600).png().toBuffer();
    const size = { width: 1_080, height: 11_600 };
    expect((await tryUpload(hub, ann, long, 'Bill.png')).value()).toMatchObject(size);
    const lying = await photo(11_600, 1_080).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect((await tryUpload(hub, ann, lying, 'Bill.jpg')).value()).toMatchObject(size);
  });

  test('is bounded however long it is', async () => {
    const line = await tryUpload(hub, ann, pngOf(1, 400_000), 'Line.png');
    expect(line.value()).toMatchObject({ width: 1, height: 32_000 });
  });

  test.each(['png', 'webp'] as const)('may be a %s', async (format) => {
    const reply = await tryUpload(hub, ann, await photo(20, 10).toFormat(format).toBuffer(), 'a');
    expect(reply.value()).toMatchObject({ name: 'a.jpg', mediaType: 'image/jpeg', width: 20 });
  });

  test('loses whatever is hidden behind its end', async () => {
    const content = Buffer.concat([
      await photo(20, 10).jpeg().toBuffer(),
      Buffer.from('<script>alert(1)</script>%PDF-1.7 %%EOF'),
    ]);
    const id = await upload(hub, ann, content);
    expect((await readContent(id)).includes('script')).toBe(false);
  });

  test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    ['too many pixels', () => pngOf(30_000, 2_000), 422, 'too_many_pixels'],
    [
      'half of it',
      async () => (await photo(500, 500).jpeg().toBuffer()).subarray(0, 900),
      422,
      'unreadable_picture',
    ],
    [
      'a PNG by its first bytes alone',
      () => Buffer.from('\x89PNG\r\n\x1a\nnothing', 'latin1'),
      422,
      'unreadable_picture',
    ],
    [
      'HEIC',
      () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1', 'latin1'),
      415,
      'heic_unsupported',
    ],
    ['a GIF', () => Buffer.from('GIF89a\x01\0\x01\0'), 415, 'not_a_receipt'],
    ['a mail', () => Buffer.from('From: a\nTo: b\nDate: c\n\nHi'), 415, 'not_a_receipt'],
    ['an SVG', () => Buffer.from('<svg onload="alert(1)"/>'), 415, 'not_a_receipt'],
    ['a page', () => Buffer.from('<html><script>alert(1)</script>'), 415, 'not_a_receipt'],
    ['a truncated PDF', () => pdfOf(2_000).subarray(0, 1_500), 415, 'not_a_receipt'],
  ])('is refused in words: %s', async (_, make, status, code) => {
    const reply = await tryUpload(hub, ann, await make(), 'a.jpg');
    expect([reply.status, reply.refusal().code]).toEqual([status, code]);
    // The next one is made as usual.
    expect((await tryUpload(hub, ann, await photo(8, 8).jpeg().toBuffer())).status).toBe(200);
  });
});

test('damaged and incomplete content is found, and whole content is not', async () => {
  const [whole, changed, cut] = await Promise.all([
    upload(hub, ann),
    upload(hub, ann),
    upload(hub, ann, pdfOf(partBytes + 1)),
  ]);
  const part = (fileId: typeof whole, at: number) => ({
    chapter_id: chapter.id,
    file_id: fileId,
    part: at,
  });
  const content = pdfOf();
  await hub.db
    .updateTable('file_part')
    .set({ content })
    .where(({ and }) => and(part(changed, 0)))
    .execute();
  await hub.db
    .deleteFrom('file_part')
    .where(({ and }) => and(part(cut, 1)))
    .execute();
  const { checked, damaged } = await checkFiles(hub);
  expect(checked).toBeGreaterThanOrEqual(3);
  expect(damaged.toSorted((a, b) => a.problem.localeCompare(b.problem))).toEqual([
    {
      chapterId: chapter.id,
      fileId: cut,
      problem: `0 of the bytes ${partBytes} to ${partBytes + 1} are left`,
    },
    { chapterId: chapter.id, fileId: changed, problem: 'its content is another' },
  ]);
  expect(damaged.map(({ fileId }) => fileId)).not.toContain(whole);
});

test('however much belongs to nothing is removed at once', async () => {
  for (let each = 0; each < 45; each += 1) await insertFile({ hub }, ann);
  const clock = () => toInstant(Temporal.Now.instant());
  await removeUnusedFiles({
    db: hub.db,
    fileBucket: hub.fileBucket,
    clock,
    signal: new AbortController().signal,
  });
  expect(await countParts()).toBe(0);
});

test('what belongs to nothing is removed within a day, with its content', async () => {
  await upload(hub, ann);
  const unfinished = await beginUpload(ann, 100);
  await sendPart(hub, ann, unfinished, 0, pdfOf());
  const removeAfter = async (hours: number) => {
    const later = toInstant(Temporal.Now.instant().add({ hours }));
    const { signal } = new AbortController();
    await removeUnusedFiles({ db: hub.db, fileBucket: hub.fileBucket, clock: () => later, signal });
    return countParts();
  };
  expect(await removeAfter(22)).toBe(2);
  expect(await removeAfter(24)).toBe(0);
});
