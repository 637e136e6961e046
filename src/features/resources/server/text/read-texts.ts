/** Reads the texts of documents in the background: of new ones within seconds, and of all that have none yet. */
import { readFile } from '#features/files/server/store.ts';
import type { Id } from '#kit/id.ts';
import type { NightlyWork } from '#server/area.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { queueJobs, withdrawJobs } from '#server/jobs/queue-jobs.ts';
import { maxTextLength } from '../../documents/document-text.ts';
import { createTextReader, type TextReader } from './text-reader.ts';
import { listUnread, saveText, type UnreadDocument } from './text-store.ts';

const jobName = 'read-document-texts';
const batchSize = 20;
/** A letter of UTF-8 has up to four bytes. */
const maxTextBytes = 4 * maxTextLength;

export function readTextsJob(work: NightlyWork): Job {
  return {
    name: jobName,
    // What was added before the job existed, was restored from a backup, or failed.
    cron: '*/10 * * * *',
    isAwaited: true,
    isDue: async () => (await listUnread(work.db, 1)).length > 0,
    run: async () => {
      const reader = createTextReader();
      try {
        await readTexts(work, reader);
      } finally {
        reader.end();
      }
    },
  };
}

/** With the change that brings something to read. One that waits does for all. */
export async function queueReading(tx: Tx, newId: NewId): Promise<void> {
  await withdrawJobs(tx, jobName, [jobName]);
  // None if the server has just started: then the job asks itself.
  await queueJobs(tx, jobName, [{ id: newId(), data: {}, key: jobName }]);
}

/** Throws at the end if a content could not be had, which is no fault of the document. */
export async function readTexts(work: NightlyWork, reader: TextReader): Promise<void> {
  const failed = new Map<Id<'document'>, unknown>();
  for (;;) {
    const unread = await listUnread(work.db, batchSize, [...failed.keys()]);
    if (unread.length === 0) break;
    for (const document of unread) {
      if (work.signal.aborted) return;
      try {
        await readOne(work, reader, document);
      } catch (error) {
        failed.set(document.id, error);
      }
    }
  }
  if (failed.size > 0) {
    throw new AggregateError(failed.values(), `${failed.size} documents could not be read`);
  }
}

const nothing = { text: '', folded: '', words: [] };

async function readOne(
  { db, fileBucket, clock }: NightlyWork,
  reader: TextReader,
  document: UnreadDocument,
): Promise<void> {
  const { chapterId, id: entityId, fileId, mediaType, bytes } = document;
  const file = await readFile(
    { db, fileBucket },
    { chapterId, kind: 'document', entityId },
    fileId,
  );
  // Deleted or replaced since it was found.
  if (!file.ok) return;
  const { body } = file.value;
  if (typeof body === 'string' || body instanceof Uint8Array)
    throw new Error('the content of a document is no stream');
  const isPdf = mediaType === 'application/pdf';
  const size = isPdf ? bytes : Math.min(bytes, maxTextBytes);
  const found = await reader.read(body.read(0, size), { isPdf, isWhole: size === bytes });
  if (found === undefined) return saveText(db, document, 'unreadable', nothing, clock());
  if ('problem' in found) return saveText(db, document, found.problem, nothing, clock());
  const state = found.text === '' ? 'none' : found.isWhole ? 'whole' : 'beginning';
  await saveText(db, document, state, found, clock());
}
