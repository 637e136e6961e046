import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { fileCalls, type StoredFile } from '../../contract.ts';
import { type Purpose, partBytes } from '../../file.ts';

export type FileToSend = {
  readonly id: Id<'file'>;
  readonly name: string;
  readonly content: Blob;
};

type Sending = {
  readonly purpose: Purpose;
  readonly signal: AbortSignal;
  /** Receives which part of it has arrived, from 0 to 1. */
  readonly onProgress: (sent: number) => void;
};

/** Sends what has not arrived yet, so that calling it again goes on after a lost connection. */
export async function sendFile(
  { id, name, content }: FileToSend,
  { purpose, signal, onProgress }: Sending,
): Promise<StoredFile> {
  const body = { id, fileName: name, bytes: content.size, purpose };
  const { file, missingParts } = await call(fileCalls.begin, { body, signal });
  if (file) return file;
  const params = { fileId: id };
  const count = Math.ceil(content.size / partBytes);
  for (const [index, part] of missingParts.entries()) {
    onProgress((count - missingParts.length + index) / count);
    const bytes = await content.slice(part * partBytes, (part + 1) * partBytes).arrayBuffer();
    await call(fileCalls.sendPart, {
      params: { ...params, part: String(part) },
      body: new Uint8Array(bytes),
      signal,
    });
  }
  onProgress(1);
  return call(fileCalls.finish, { params, signal });
}
