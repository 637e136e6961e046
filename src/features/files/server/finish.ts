/** Finishes uploads: what came in becomes a file, or is refused for what it is. */
import { createHash } from 'node:crypto';
import type { Id } from '#kit/id.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Context } from '#server/http/serve.ts';
import type { fileCalls, StoredFile } from '../contract.ts';
import { type Purpose, toFileName } from '../file.ts';
import { createTextCheck } from '../office.ts';
import {
  type ContentStore,
  deleteParts,
  type FileKey,
  insertParts,
  readContent,
} from './contents.ts';
import { detectKind, type Obstacle } from './detect-kind.ts';
import { adoptObject, writeObject } from './objects.ts';
import type { PictureMaker } from './picture-maker.ts';
import type { MadePicture } from './picture-process.ts';
import { findUpload, listMissingParts, lockUpload, toStoredFile } from './uploads.ts';

type Made = {
  readonly mediaType: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly preview: Buffer | null;
  /** Null if it stays as it came in. */
  readonly content: Uint8Array | null;
};

/** What is saved with the file. */
type Prepared = Made & {
  /** Where its content is; null for the database. */
  readonly object: Id<'object'> | null;
};

const notAccepted: Record<Purpose, string> = {
  receipt: 'Choose a picture or a PDF',
  document:
    'Choose a PDF, a picture, a text, or a document, spreadsheet or presentation without macros',
};

/** What to do; with a code of its own, or that of the purpose. */
type Reason = { readonly message: string; readonly code?: string };
const reasons: Partial<Record<Obstacle, Reason>> = {
  heic: {
    code: 'heic_unsupported',
    message:
      'This browser can’t convert HEIC pictures. Take a photo here instead, or save the picture as JPEG.',
  },
  'other-picture': { message: 'Save this picture as JPEG or PNG first' },
  'incomplete-pdf': {
    message: 'This PDF is incomplete. Save it again, or choose another file.',
  },
};
/** Of what could be a document, and never a receipt. */
const documentReasons: typeof reasons = {
  'locked-office': {
    code: 'password_protected',
    message: 'A password protects this file. Save it without the password, then choose it again.',
  },
  'old-office': {
    code: 'old_office_format',
    message: 'Save this in the current format first: .docx, .xlsx or .pptx',
  },
  'outlook-mail': { message: 'Save this message as .eml or as PDF first' },
};

function refuseKind(purpose: Purpose, obstacle: Obstacle = 'unknown'): Refused {
  const known = reasons[obstacle] ?? (purpose === 'document' ? documentReasons[obstacle] : null);
  const { code = `not_a_${purpose}`, message } = known ?? { message: notAccepted[purpose] };
  return refuse('wrong-type', code, message);
}

type Preparing = Pick<Context<typeof fileCalls.finish>, 'caller' | 'params' | 'now' | 'newId'> &
  ContentStore;

/** Before the transaction, as it may take a second; null if the upload is finished already. */
export async function prepareFinish(
  context: Preparing,
  makePicture: PictureMaker,
): Promise<Result<Prepared | null>> {
  const made = await make(context, makePicture);
  if (!made.ok) return made;
  if (made.value === null) return ok(null);
  const { db, fileBucket, caller, params, now, newId } = context;
  if (!fileBucket) return ok({ ...made.value, object: null });
  const { bytes, mediaType, content } = made.value;
  const key = { chapterId: caller.chapterId, fileId: params.fileId };
  const object = await writeObject(
    { db, bucket: fileBucket },
    {
      key,
      bytes,
      mediaType,
      content: content ? [content] : readContent(context, key, 0, bytes),
      now,
      newId,
    },
  );
  return ok({ ...made.value, object });
}

async function make(
  { db, fileBucket, caller, params }: Preparing,
  makePicture: PictureMaker,
): Promise<Result<Made | null>> {
  const store = { db, fileBucket };
  const found = await findUpload(db, caller, params.fileId);
  if (!found.ok) return found;
  const upload = found.value;
  if (upload.finished_at !== null) return ok(null);
  const missing = await listMissingParts(db, caller.chapterId, upload);
  if (missing.length > 0) {
    return refuse('conflict', 'upload_incomplete', 'Some of this file has not come in yet', {
      details: { missingParts: missing },
    });
  }
  const key = { chapterId: caller.chapterId, fileId: params.fileId };
  const size = upload.sent_bytes;
  const { purpose } = upload;
  const read = (start: number, end: number) => readBytes(store, key, start, end);
  const detected = await detectKind({ size, read });
  if ('obstacle' in detected) return refuseKind(purpose, detected.obstacle);
  const { mediaType } = detected;
  if (mediaType.startsWith('image/')) {
    return toMade(await makePicture(caller.memberId, readContent(store, key, 0, size)));
  }
  if (purpose === 'receipt' && mediaType !== 'application/pdf') return refuseKind(purpose);
  const isText = /^(?:text|message)\//.test(mediaType);
  const made = await keep(
    readContent(store, key, 0, size),
    { mediaType, bytes: size },
    isText ? createTextCheck(await read(0, Math.min(size, 2))) : () => true,
  );
  return made ? ok(made) : refuseKind(purpose);
}

async function readBytes(
  store: ContentStore,
  key: FileKey,
  start: number,
  end: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of readContent(store, key, start, end)) parts.push(part);
  return Buffer.concat(parts);
}

/** Stays as it came in; undefined if a part of it is not accepted. */
async function keep(
  parts: AsyncIterable<Uint8Array>,
  { mediaType, bytes }: Pick<Made, 'mediaType' | 'bytes'>,
  isAccepted: (part: Uint8Array) => boolean,
): Promise<Made | undefined> {
  const hash = createHash('sha256');
  for await (const part of parts) {
    if (!isAccepted(part)) return undefined;
    hash.update(part);
  }
  const sha256 = hash.digest('base64url');
  return { mediaType, bytes, sha256, width: null, height: null, preview: null, content: null };
}

function toMade(made: Result<MadePicture>): Result<Made> {
  if (!made.ok) return made;
  const { content, preview, width, height } = made.value;
  return ok({
    mediaType: 'image/jpeg',
    bytes: content.length,
    sha256: createHash('sha256').update(content).digest('base64url'),
    width,
    height,
    preview: Buffer.from(preview),
    content,
  });
}

export async function finishUpload({
  tx,
  caller,
  params: { fileId },
  now,
  prepared,
}: Context<typeof fileCalls.finish> & { prepared: Prepared | null }): Promise<Result<StoredFile>> {
  const locked = await lockUpload(tx, caller, fileId);
  if (!locked.ok) return locked;
  const known = toStoredFile(locked.value);
  if (known) return ok(known);
  if (prepared === null) throw new Error('a finished upload is not finished');
  const { content, object, mediaType, preview, ...rest } = prepared;
  const key = { chapterId: caller.chapterId, fileId };
  if (content || object) await deleteParts(tx, key);
  if (object) await adoptObject(tx, key, object);
  else if (content) await insertParts(tx, key, content);
  const name = toFileName(locked.value.name, mediaType);
  await tx
    .updateTable('file')
    .set({ ...rest, name, media_type: mediaType, preview, finished_at: now })
    .where('chapter_id', '=', caller.chapterId)
    .where('id', '=', fileId)
    .execute();
  const { bytes, width, height } = rest;
  return ok({ id: fileId, name, mediaType, bytes, width, height });
}
