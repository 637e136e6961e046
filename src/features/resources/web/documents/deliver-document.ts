import { type FileToSend, sendFile } from '#features/files/web/shared/send-file.ts';
import type { UploadWork } from '#features/files/web/shared/uploads.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { documentCalls } from '../../documents/document-contract.ts';

type Progress = Parameters<UploadWork['deliver']>[1];

/** Adds a document; after a failure it goes on, and adds none twice. */
export async function deliverDocument(
  file: FileToSend,
  progress: Progress,
  folderId: Id<'folder'> | null,
): Promise<void> {
  const { id: fileId } = await sendFile(file, { purpose: 'document', ...progress });
  const body = { fileId, folderId };
  await call(documentCalls.create, { body, idempotencyKey: `${fileId}/${folderId}` });
}

/** Adds a version of a document. */
export async function deliverVersion(
  file: FileToSend,
  progress: Progress,
  documentId: Id<'document'>,
): Promise<void> {
  const { id: fileId } = await sendFile(file, { purpose: 'document', ...progress });
  await call(documentCalls.replace, { params: { documentId }, body: { fileId } });
}
