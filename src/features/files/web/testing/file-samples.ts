/** Files for component tests, ways to hand them over, and a server that takes uploads. */
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { answer, type Failure, refuse } from '#web/testing/network.ts';
import { memberId, nextId } from '#web/testing/session.ts';
import { type AttachedFile, fileCalls, type StoredFile } from '../../contract.ts';
import { countParts, partBytes } from '../../file.ts';

export const makeFile = (name: string, bytes = 2_000): File =>
  new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });

function carry(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  return transfer;
}

/** Drops files there, as a desktop does. */
export function drop(target: Element, ...files: readonly File[]): void {
  const event = { dataTransfer: carry(files), bubbles: true, cancelable: true };
  target.dispatchEvent(new DragEvent('dragover', event));
  target.dispatchEvent(new DragEvent('drop', event));
}

/** Pastes files where the focus is. */
export function paste(...files: readonly File[]): void {
  const event = { clipboardData: carry(files), bubbles: true, cancelable: true };
  (document.activeElement ?? document.body).dispatchEvent(new ClipboardEvent('paste', event));
}

/** Takes uploads, those whose names are in `refusals` only to refuse them in the end. */
export function serveUploads(refusals: Readonly<Record<string, Failure>> = {}) {
  type Started = { readonly name: string; readonly bytes: number; readonly missing: Set<number> };
  const started = new Map<Id<'file'>, Started>();
  const get = (id: Id<'file'>): Started => started.get(id) as Started;
  const toStored = (id: Id<'file'>): StoredFile => {
    const { name, bytes } = get(id);
    return { id, name, mediaType: 'application/pdf', bytes, width: null, height: null };
  };
  answer(fileCalls.begin, ({ body: { id: chosen, fileName: name, bytes } }) => {
    const id = chosen ?? nextId('file');
    const missing = new Set(Array(countParts(bytes)).keys());
    if (!started.has(id)) started.set(id, { name, bytes, missing });
    return { id, partBytes, missingParts: [...get(id).missing], file: null };
  });
  answer(fileCalls.sendPart, ({ params: { fileId, part } }) => {
    get(fileId).missing.delete(Number(part));
    return undefined;
  });
  answer(fileCalls.finish, ({ params: { fileId } }) => {
    const { name, missing } = get(fileId);
    if (missing.size > 0) return refuse(409, 'upload_incomplete', 'Parts are missing');
    return refusals[name] ?? toStored(fileId);
  });
  return {
    /** As someone added it. */
    attach: (id: Id<'file'>): AttachedFile => ({
      ...toStored(id),
      by: { id: memberId('Maya Chen'), name: 'Maya Chen' },
      at: toInstant(Temporal.Now.instant()),
    }),
  };
}
