/** Changes of documents, one at a time in a chapter. */
import type { AttachedFile } from '#features/files/contract.ts';
import { toFileName } from '#features/files/file.ts';
import {
  addFiles,
  type FileOwner,
  listFiles,
  removeAllFiles,
  restoreAllFiles,
} from '#features/files/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import { checkVersion } from '#server/http/check-version.ts';
import {
  type Document,
  type DocumentFields,
  maxDocuments,
  maxVersions,
} from '../../documents/document-contract.ts';
import { queueReading } from '../text/read-texts.ts';
import { deleteText } from '../text/text-store.ts';
import {
  changeDocument,
  countDocuments,
  findDeletedDocument,
  findDocument,
  findDocumentOfFile,
  saveDocument,
  setDocumentDeleted,
} from './document-store.ts';
import { findDeletedFolder, listFolders } from './folder-store.ts';
import { folderDeleted, record, unknownFolder, type Work } from './work.ts';

type Chapter = Pick<MemberCaller, 'chapterId'>;

export function ownerOf({ chapterId }: Chapter, documentId: Id<'document'>): FileOwner {
  return { chapterId, kind: 'document', entityId: documentId };
}

/** The newest one first. */
export async function listVersions(
  db: Db | Tx,
  chapter: Chapter,
  documentId: Id<'document'>,
): Promise<AttachedFile[]> {
  return (await listFiles(db, ownerOf(chapter, documentId))).toReversed();
}

export async function addDocument(
  work: Work,
  { fileId, folderId }: { readonly fileId: Id<'file'>; readonly folderId: Id<'folder'> | null },
): Promise<Result<Document>> {
  const { tx, caller, now, newId } = work;
  const { chapterId } = caller;
  await lockUntilCommit(tx, 'change documents', chapterId);
  const wrongPlace = await checkPlace(work, folderId);
  if (wrongPlace) return wrongPlace;
  // Sent again, because the reply was lost; to another folder, if one was chosen since.
  const known = await findDocumentOfFile(tx, caller, fileId);
  if (known?.addedBy.id === caller.memberId) {
    return known.folderId === folderId
      ? ok(known)
      : saveFields(work, known, { ...known, folderId });
  }
  if ((await countDocuments(tx, chapterId)) >= maxDocuments) {
    return refuse(
      'invalid',
      'too_many_documents',
      `There can be at most ${maxDocuments} documents`,
    );
  }
  const id = newId<'document'>();
  const file = await addVersion(work, id, fileId);
  if (!file.ok) return file;
  const document = { ...toContent(file.value), id, name: file.value.name, folderId, version: 1 };
  await saveDocument(tx, chapterId, { ...document, fileId }, now);
  await queueReading(tx, newId);
  await record(work, 'document.create', undefined, document);
  return ok(document);
}

async function checkPlace(
  { tx, caller }: Work,
  folderId: Id<'folder'> | null,
): Promise<Refused | undefined> {
  if (folderId === null) return undefined;
  const folders = await listFolders(tx, caller);
  return folders.some(({ id }) => id === folderId) ? undefined : unknownFolder;
}

/** Adds the caller's upload as the newest version. */
async function addVersion(
  work: Work,
  documentId: Id<'document'>,
  fileId: Id<'file'>,
): Promise<Result<AttachedFile>> {
  const owner = ownerOf(work.caller, documentId);
  const limits = { maxFiles: maxVersions, field: 'fileId' };
  const added = await addFiles(work, owner, [fileId], limits);
  if (!added.ok) return added;
  const file = (await listFiles(work.tx, owner)).find(({ id }) => id === fileId);
  if (!file) throw new Error('a file that was just added is missing');
  return ok(file);
}

function toContent({ mediaType, bytes, by, at }: AttachedFile) {
  return { mediaType, bytes, addedBy: by, addedAt: at };
}

/** Locks the documents and finds one that the caller may see. */
async function lockDocument(
  { tx, caller }: Work,
  documentId: Id<'document'>,
  ifMatch?: number,
): Promise<Result<Document>> {
  await lockUntilCommit(tx, 'change documents', caller.chapterId);
  const document = await findDocument(tx, caller, documentId);
  if (!document) return notFound('Document');
  return checkVersion(document, ifMatch, 'this document') ?? ok(document);
}

export async function updateDocument(
  work: Work,
  documentId: Id<'document'>,
  { name, folderId }: DocumentFields,
  ifMatch: number | undefined,
): Promise<Result<Document>> {
  const before = await lockDocument(work, documentId, ifMatch);
  if (!before.ok) return before;
  const wrongPlace = await checkPlace(work, folderId);
  if (wrongPlace) return wrongPlace;
  return saveFields(work, before.value, { name, folderId });
}

async function saveFields(
  work: Work,
  before: Document,
  { name, folderId }: DocumentFields,
): Promise<Result<Document>> {
  const after: Document = {
    ...before,
    name: toFileName(name, before.mediaType),
    folderId,
    version: before.version + 1,
  };
  await changeDocument(work.tx, work.caller.chapterId, after, work.now);
  await record(work, 'document.update', before, after);
  return ok(after);
}

const replacedSince = refuse(
  'conflict',
  'replaced_since',
  'This file is an earlier version that was replaced since. To bring it back, upload it again.',
);

/** Keeps its name, with the extension of what it is now. */
export async function replaceContent(
  work: Work,
  documentId: Id<'document'>,
  fileId: Id<'file'>,
): Promise<Result<Document>> {
  const { tx, caller, now, newId } = work;
  const before = await lockDocument(work, documentId);
  if (!before.ok) return before;
  const [newest, ...earlier] = await listVersions(tx, caller, documentId);
  // Sent again.
  if (newest?.id === fileId) return before;
  // Sent again after someone else's: it would be listed as what it is not.
  if (earlier.some(({ id }) => id === fileId)) return replacedSince;
  const file = await addVersion(work, documentId, fileId);
  if (!file.ok) return file;
  const after: Document = {
    ...before.value,
    ...toContent(file.value),
    name: toFileName(before.value.name, file.value.mediaType),
    version: before.value.version + 1,
  };
  await saveDocument(tx, caller.chapterId, { ...after, fileId }, now);
  await deleteText(tx, caller.chapterId, documentId);
  await queueReading(tx, newId);
  await record(work, 'document.replace', before.value, after);
  return ok(after);
}

export async function removeDocument(
  work: Work,
  documentId: Id<'document'>,
  ifMatch: number | undefined,
): Promise<Result<undefined>> {
  const { tx, caller, now } = work;
  const before = await lockDocument(work, documentId, ifMatch);
  if (!before.ok) return before;
  await removeAllFiles(work, ownerOf(caller, documentId));
  await setDocumentDeleted(tx, caller.chapterId, documentId, now);
  await deleteText(tx, caller.chapterId, documentId);
  await record(work, 'document.delete', before.value, undefined);
  return ok(undefined);
}

/** Less than the contents are kept, so that none is removed meanwhile. */
const restorableHours = 22;

export async function restoreDocument(
  work: Work,
  documentId: Id<'document'>,
): Promise<Result<Document>> {
  const { tx, caller, now } = work;
  await lockUntilCommit(tx, 'change documents', caller.chapterId);
  const found = await findDeletedDocument(tx, caller, documentId);
  const since = toInstant(Temporal.Instant.from(now).subtract({ hours: restorableHours }));
  if (!found || Temporal.Instant.compare(found.deletedAt, since) < 0) return notFound('Document');
  const { document } = found;
  if (await checkPlace(work, document.folderId)) {
    // In one that the caller may not see, it does not exist.
    const isSeen =
      document.folderId !== null && (await findDeletedFolder(tx, caller, document.folderId));
    return isSeen ? folderDeleted : notFound('Document');
  }
  await restoreAllFiles(tx, ownerOf(caller, documentId));
  await setDocumentDeleted(tx, caller.chapterId, documentId, null);
  await queueReading(tx, work.newId);
  await record(work, 'document.restore', undefined, document);
  return ok(document);
}
