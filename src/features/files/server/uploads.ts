/** Uploads until they are finished. Only the uploader's calls find one. */
import { sql } from 'kysely';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import type { Context } from '#server/http/serve.ts';
import type { fileCalls, StoredFile, Upload } from '../contract.ts';
import {
  countParts,
  getPartSize,
  maxBytesByPurpose,
  maxNameLength,
  maxUnfinishedBytes,
  maxUploadsPerHour,
  partBytes,
} from '../file.ts';
import { toBuffer } from './contents.ts';

type Uploader = { readonly chapterId: Id<'chapter'>; readonly memberId: Id<'member'> };

export async function beginUpload(
  context: Context<typeof fileCalls.begin>,
  maxChapterBytes: number,
): Promise<Result<Upload>> {
  const { tx, caller, body, now, newId } = context;
  const { chapterId, memberId } = caller;
  const { id = newId<'file'>(), bytes, purpose } = body;
  const maxBytes = maxBytesByPurpose[purpose];
  if (bytes > maxBytes) return refuseTooLarge(maxBytes);
  // What all uploads add up to is checked for one at a time.
  await lockUntilCommit(tx, 'upload files', chapterId);
  const known = await findAnyUpload(tx, chapterId, id);
  if (known) {
    const isSame = known.uploaded_by === memberId && known.sent_bytes === bytes;
    return isSame ? ok(await toUpload(tx, caller, known)) : idTaken;
  }
  const allowed = await checkLimits(context, bytes, maxChapterBytes);
  if (!allowed.ok) return allowed;
  await tx
    .insertInto('file')
    .values({
      chapter_id: chapterId,
      id,
      purpose,
      name: cutName(body.fileName),
      sent_bytes: bytes,
      uploaded_by: memberId,
      begun_at: now,
    })
    .execute();
  return ok({ id, partBytes, missingParts: listParts(bytes), file: null });
}

/** The end has the extension. Cleaned when the kind is known. */
function cutName(name: string): string {
  return name.slice(-maxNameLength).toWellFormed() || 'File';
}

function refuseTooLarge(maxBytes: number) {
  const message = `A file can be at most ${maxBytes / (1024 * 1024)} MB`;
  return refuse('too-large', 'too_large', message, { field: 'bytes' });
}

const idTaken = refuse('conflict', 'id_taken', 'Another file already has this ID', { field: 'id' });

async function checkLimits(
  { tx, caller: { chapterId, memberId }, now }: Context<typeof fileCalls.begin>,
  bytes: number,
  maxChapterBytes: number,
): Promise<Result<undefined>> {
  const hourAgo = toInstant(Temporal.Instant.from(now).subtract({ hours: 1 }));
  const { rows } = await sql<{ recent: number; begun: number; stored: number }>`
    select
      (select count(*) from file where chapter_id = ${chapterId} and uploaded_by = ${memberId}
        and begun_at > ${hourAgo}) as recent,
      (select coalesce(sum(sent_bytes), 0) from file where chapter_id = ${chapterId}
        and uploaded_by = ${memberId} and finished_at is null) as begun,
      (select coalesce(sum(coalesce(bytes, sent_bytes)), 0) from file
        where chapter_id = ${chapterId}) as stored
  `.execute(tx);
  const [{ recent, begun, stored } = { recent: 0, begun: 0, stored: 0 }] = rows;
  // Announcing costs nothing and takes the chapter's space for a day.
  if (begun + bytes > maxUnfinishedBytes) {
    return refuse(
      'too-many',
      'too_many_uploads',
      'Too many of your uploads are not finished. Finish them, or try again tomorrow.',
      { details: { retryAfterSeconds: 3_600 } },
    );
  }
  if (recent >= maxUploadsPerHour) {
    return refuse(
      'too-many',
      'too_many_uploads',
      `You can upload ${maxUploadsPerHour} files an hour. Try again later.`,
      { details: { retryAfterSeconds: 600 } },
    );
  }
  if (stored + bytes > maxChapterBytes) {
    return refuse(
      'conflict',
      'files_full',
      'The space for files of this chapter is used up. Your administrator can give it more.',
    );
  }
  return ok(undefined);
}

function selectUploads(db: Db | Tx, chapterId: Id<'chapter'>) {
  return db
    .selectFrom('file')
    .select([
      'id',
      'name',
      'purpose',
      'sent_bytes',
      'uploaded_by',
      'finished_at',
      'media_type',
      'bytes',
      'width',
      'height',
    ])
    .where('chapter_id', '=', chapterId);
}

type UploadRow = Awaited<ReturnType<ReturnType<typeof selectUploads>['executeTakeFirstOrThrow']>>;

async function findAnyUpload(db: Db | Tx, chapterId: Id<'chapter'>, id: Id<'file'>) {
  return selectUploads(db, chapterId).where('id', '=', id).executeTakeFirst();
}

export async function findUpload(
  db: Db,
  { chapterId, memberId }: Uploader,
  id: Id<'file'>,
): Promise<Result<UploadRow>> {
  const upload = await findAnyUpload(db, chapterId, id);
  return upload?.uploaded_by === memberId ? ok(upload) : notFound('Upload');
}

/** Orders it with the last part, with finishing, and with the removal of old uploads. */
export async function lockUpload(
  tx: Tx,
  { chapterId, memberId }: Uploader,
  id: Id<'file'>,
): Promise<Result<UploadRow>> {
  const upload = await selectUploads(tx, chapterId)
    .where('id', '=', id)
    .where('uploaded_by', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return upload ? ok(upload) : notFound('Upload');
}

export async function toUpload(
  db: Db | Tx,
  { chapterId }: Uploader,
  upload: UploadRow,
): Promise<Upload> {
  const file = toStoredFile(upload);
  const missingParts = file ? [] : await listMissingParts(db, chapterId, upload);
  return { id: upload.id, partBytes, missingParts, file: file ?? null };
}

/** Undefined until it is finished. */
export function toStoredFile(
  row: Pick<UploadRow, 'id' | 'name' | 'media_type' | 'bytes' | 'width' | 'height'>,
): StoredFile | undefined {
  const { id, name, media_type: mediaType, bytes, width, height } = row;
  if (mediaType === null || bytes === null) return undefined;
  return { id, name, mediaType, bytes, width, height };
}

export async function listMissingParts(
  db: Db | Tx,
  chapterId: Id<'chapter'>,
  upload: Pick<UploadRow, 'id' | 'sent_bytes'>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('file_part')
    .select('part')
    .where('chapter_id', '=', chapterId)
    .where('file_id', '=', upload.id)
    .execute();
  const received = new Set(rows.map(({ part }) => part));
  return listParts(upload.sent_bytes).filter((part) => !received.has(part));
}

function listParts(bytes: number): number[] {
  return Array.from({ length: countParts(bytes) }, (_, part) => part);
}

export async function savePart({
  tx,
  caller,
  params,
  body,
}: Context<typeof fileCalls.sendPart>): Promise<Result<undefined>> {
  const part = Number(params.part);
  const { chapterId, memberId } = caller;
  // Shared, so that parts may come in at once.
  const upload = await selectUploads(tx, chapterId)
    .where('id', '=', params.fileId)
    .where('uploaded_by', '=', memberId)
    .forShare()
    .executeTakeFirst();
  if (!upload) return notFound('Upload');
  if (upload.finished_at !== null) {
    return refuse('conflict', 'upload_finished', 'This upload is finished');
  }
  const size = getPartSize(upload.sent_bytes, part);
  if (size === 0 || body.length !== size) {
    return refuse('invalid', 'wrong_part', `Part ${part} of this upload has ${size} bytes`);
  }
  await tx
    .insertInto('file_part')
    .values({ chapter_id: chapterId, file_id: params.fileId, part, content: toBuffer(body) })
    // What came in stays: finishing checks it before its transaction, and sent a thousand times it takes the
    // disk no more than once.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return ok(undefined);
}
