/** Reads the texts of documents in the background: of new ones within seconds, and of all that have none yet. */
import type { Ended } from '#features/files/server/shared/bounded-process.ts';
import { readFile } from '#features/files/server/store.ts';
import type { Id } from '#kit/id.ts';
import type { NightlyWork } from '#server/area.ts';
import type { Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { queueJobs, withdrawJobs } from '#server/jobs/queue-jobs.ts';
import type { TextState } from '../../documents/document-contract.ts';
import { maxTextLength } from '../../documents/document-text.ts';
import type { TextReply } from './text-process.ts';
import { createTextReader, type TextReader } from './text-reader.ts';
import { listUnread, saveText, type UnreadDocument } from './text-store.ts';

const jobName = 'read-document-texts';
const batchSize = 20;
/** A letter of UTF-8 has up to four bytes. */
const maxTextBytes = 4 * maxTextLength;

type ReadingWork = Omit<NightlyWork, 'log'>;

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

/** Throws at the end if some could not be read for no fault of theirs: those are still unread. */
export async function readTexts(work: ReadingWork, reader: TextReader): Promise<void> {
  const skipped = new Set<Id<'document'>>();
  const failures: unknown[] = [];
  for (;;) {
    const unread = await listUnread(work.db, batchSize, [...skipped]);
    if (unread.length === 0) break;
    for (const document of unread) {
      if (work.signal.aborted) return;
      try {
        if (!(await readOne(work, reader, document))) skipped.add(document.id);
      } catch (error) {
        skipped.add(document.id);
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, `${failures.length} documents could not be read`);
  }
}

const nothing = { text: '', folded: '', words: [] };

/** False if there is no file to read. */
async function readOne(
  { db, fileBucket, clock }: ReadingWork,
  reader: TextReader,
  document: UnreadDocument,
): Promise<boolean> {
  const { chapterId, id: entityId, fileId, mediaType, bytes } = document;
  const file = await readFile(
    { db, fileBucket },
    { chapterId, kind: 'document', entityId },
    fileId,
  );
  // Deleted or replaced since it was found. A replacement queues its own reading.
  if (!file.ok) return false;
  const { body } = file.value;
  if (typeof body === 'string' || body instanceof Uint8Array)
    throw new Error('the content of a document is no stream');
  const isPdf = mediaType === 'application/pdf';
  const size = isPdf ? bytes : Math.min(bytes, maxTextBytes);
  const found = await reader.read(body.read(0, size), { isPdf, isWhole: size === bytes });
  if ('ended' in found && found.ended === 'host') {
    throw new Error('The machine was too busy to read a document');
  }
  const text = 'text' in found ? found : nothing;
  await saveText(db, document, toState(found), text, clock());
  return true;
}

function toState(found: TextReply | Ended): Exclude<TextState, 'reading'> {
  if ('ended' in found) return 'unreadable';
  if ('problem' in found) return found.problem;
  if (found.text === '') return found.hasGaps ? 'unreadable' : 'none';
  if (found.hasGaps) return 'partly';
  return found.isWhole ? 'whole' : 'beginning';
}
