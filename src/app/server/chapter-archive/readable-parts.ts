/** The part of a chapter's archive that people read: CSV files, photos, files and a page that lists them. */
import type pg from 'pg';
import { readParts } from '#features/files/server/copy-contents.ts';
import { formatDay, type Instant, instantToDay } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Chapter, ReadablePart } from '#server/chapter-archive/write-archive.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { sheets } from '../areas.ts';
import { formatIndexPage, type Listed } from './index-page.ts';
import { writeSheet } from './write-sheets.ts';

export async function* writeReadableParts(
  client: pg.Client,
  chapter: Chapter,
  { now, fileBucket }: { readonly now: Instant; readonly fileBucket: Bucket | undefined },
): AsyncGenerator<ReadablePart> {
  const listed: Listed[] = [];
  for (const sheet of sheets) {
    const name = `csv/${sheet.name}.csv`;
    const content = writeSheet(client, sheet, [chapter.id], (rows) => {
      listed.push({ title: sheet.title, about: sheet.about, path: name, rows });
    });
    yield { name, content };
  }
  yield* writePhotos(client, chapter);
  yield* writeFiles(client, fileBucket, chapter);
  const { rows } = await client.query<{ time_zone: string }>(
    'select time_zone from hub.chapter where id = $1',
    [chapter.id],
  );
  const day = formatDay(instantToDay(now, rows[0]?.time_zone ?? 'UTC'));
  const page = formatIndexPage({
    title: `The ${chapter.name} chapter`,
    intro: [
      `Everything the chapter had in Chapter Hub on ${day}. It holds private data of all members: keep it as you would keep their letters.`,
      'The CSV files open in any spreadsheet. Text that a spreadsheet would take for a formula begins with an apostrophe. Photos of members are in the folder photos, by their ids; receipts and documents in the folder files.',
      'The folder data and manifest.json are for the command import-chapter, which brings the chapter into another server.',
    ],
    listed,
  });
  yield { name: 'index.html', content: [page] };
}

/** One at a time: each is small, all of them may not be. */
async function* writePhotos(client: pg.Client, { id }: Chapter): AsyncGenerator<ReadablePart> {
  const { rows } = await client.query<{ member_id: string; media_type: string }>(
    'select member_id, media_type from hub.member_photo where chapter_id = $1 order by member_id',
    [id],
  );
  for (const { member_id: memberId, media_type: mediaType } of rows) {
    const name = `photos/${memberId}.${mediaType === 'image/webp' ? 'webp' : 'jpg'}`;
    yield { name, content: readPhoto(client, id, memberId) };
  }
}

async function* readPhoto(
  client: pg.Client,
  chapterId: string,
  memberId: string,
): AsyncGenerator<Uint8Array> {
  const { rows } = await client.query<{ content: Buffer }>(
    'select content from hub.member_photo where chapter_id = $1 and member_id = $2',
    [chapterId, memberId],
  );
  if (rows[0]) yield rows[0].content;
}

type ListedFile = {
  readonly id: string;
  readonly name: string;
  readonly bytes: number;
  readonly object: Id<'object'> | null;
};

async function* writeFiles(
  client: pg.Client,
  bucket: Bucket | undefined,
  { id }: Chapter,
): AsyncGenerator<ReadablePart> {
  const { rows } = await client.query<ListedFile>(
    `select f.id, f.name, f.bytes, o.id as object from hub.file f
    left join hub.file_object o on o.chapter_id = f.chapter_id and o.file_id = f.id and o.is_content
    where f.chapter_id = $1 and f.finished_at is not null
    order by f.finished_at, f.id`,
    [id],
  );
  for (const file of rows) {
    const extension = /\.([a-z0-9]{1,5})$/i.exec(file.name)?.[1] ?? 'bin';
    const { object, bytes } = file;
    yield {
      name: `files/${file.id}.${extension}`,
      content: object ? readObjectParts(bucket, object, bytes) : readFileParts(client, id, file.id),
    };
  }
}

async function* readObjectParts(
  bucket: Bucket | undefined,
  object: Id<'object'>,
  bytes: number,
): AsyncGenerator<Uint8Array> {
  for await (const { content } of readParts(bucket, { object, bytes })) yield content;
}

/** One part of a file in memory at a time. */
async function* readFileParts(
  client: pg.Client,
  chapterId: string,
  fileId: string,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const { rows } = await client.query<{ content: Buffer }>(
      'select content from hub.file_part where chapter_id = $1 and file_id = $2 and part = $3',
      [chapterId, fileId, part],
    );
    if (!rows[0]) return;
    yield rows[0].content;
  }
}
