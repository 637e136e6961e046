/** Finishes uploads: what came in becomes a file, or is refused for what it is. */
import { createHash } from 'node:crypto';
import type { Id } from '#kit/id.ts';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Context } from '#server/http/serve.ts';
import type { fileCalls, StoredFile } from '../contract.ts';
import { detectKind, hasPdfEnd, type Purpose, toFileName } from '../file.ts';
import {
  createTextCheck,
  detectOffice,
  detectOpenDocument,
  findZipDirectory,
  isOldOffice,
  isZip,
  listZipNames,
  maxZipEndBytes,
  startsAsMarkup,
} from '../office.ts';
import {
  type ContentStore,
  deleteParts,
  type FileKey,
  insertParts,
  readContent,
} from './contents.ts';
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

const notAccepted: Record<Purpose, Refused> = {
  receipt: refuse('wrong-type', 'not_a_receipt', 'Choose a picture or a PDF'),
  document: refuse(
    'wrong-type',
    'not_a_document',
    'Choose a PDF, a picture, a text, or a document, spreadsheet or presentation without macros',
  ),
};
const oldOffice = refuse(
  'wrong-type',
  'old_office_format',
  'Save this in the current format first: .docx, .xlsx or .pptx',
);
const heicUnsupported = refuse(
  'wrong-type',
  'heic_unsupported',
  'This browser can’t convert HEIC pictures. Take a photo here instead, or save the picture as JPEG.',
);
const refuseBrokenPdf = (purpose: Purpose) =>
  refuse(
    'wrong-type',
    `not_a_${purpose}`,
    'This PDF is incomplete. Save it again, or choose another file.',
  );

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
  const head = await readBytes(store, key, 0, Math.min(size, headBytes));
  switch (detectKind(head)) {
    case undefined:
      return purpose === 'document' ? finishDocument(store, key, size, head) : notAccepted[purpose];
    case 'image/heic':
      return heicUnsupported;
    case 'application/pdf': {
      const tail = await readBytes(store, key, Math.max(0, size - 1_024), size);
      return hasPdfEnd(tail) ? keep(store, key, size, 'application/pdf') : refuseBrokenPdf(purpose);
    }
    default:
      return toMade(await makePicture(caller.memberId, readContent(store, key, 0, size)));
  }
}

/** Shows the kind of anything. */
const headBytes = 256;

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

/** What neither a picture nor a PDF may be: an office document, or text. */
async function finishDocument(
  store: ContentStore,
  key: FileKey,
  size: number,
  head: Buffer,
): Promise<Result<Made>> {
  if (isOldOffice(head)) return oldOffice;
  if (isZip(head)) {
    const kind = detectOpenDocument(head) ?? (await readOfficeKind(store, key, size));
    return kind ? keep(store, key, size, kind) : notAccepted.document;
  }
  if (startsAsMarkup(head)) return notAccepted.document;
  return keep(store, key, size, 'text/plain', createTextCheck(head));
}

/** By the directory at its end, which names what is in it. */
async function readOfficeKind(
  store: ContentStore,
  key: FileKey,
  size: number,
): Promise<string | undefined> {
  const tail = await readBytes(store, key, Math.max(0, size - maxZipEndBytes), size);
  const directory = findZipDirectory(tail, size);
  if (!directory) return undefined;
  const { start, end } = directory;
  return detectOffice(listZipNames(await readBytes(store, key, start, end)));
}

/** Stays as it came in, unless a part of it is not accepted. */
async function keep(
  store: ContentStore,
  key: FileKey,
  size: number,
  mediaType: string,
  isAccepted: (part: Uint8Array) => boolean = () => true,
): Promise<Result<Made>> {
  const hash = createHash('sha256');
  for await (const part of readContent(store, key, 0, size)) {
    if (!isAccepted(part)) return notAccepted.document;
    hash.update(part);
  }
  return ok({
    mediaType,
    bytes: size,
    sha256: hash.digest('base64url'),
    width: null,
    height: null,
    preview: null,
    content: null,
  });
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
