/** Files of one date of an event, kept beside it: neither its version nor its series changes. */
import type { AttachedFile } from '#features/files/contract.ts';
import {
  addFiles,
  type ContentStore,
  type FileReader,
  listFiles,
  removeFile,
} from '#features/files/server/store.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Content } from '#server/http/content.ts';
import { maxEventFiles } from '../../event-file-contract.ts';
import { checkChanger } from '../../rights/may-change-event.ts';
import { lockOccurrence } from '../rsvp/occurrence-capacity.ts';
import type { Work } from '../work.ts';
import { ownerOfFiles } from './owner-of-files.ts';

type Reader = Pick<MemberCaller, 'chapterId'>;
type Writer = Pick<Work, 'tx' | 'caller' | 'now' | 'newId'>;
type FileKey = { readonly occurrenceId: Id<'occurrence'>; readonly fileId: Id<'file'> };
type Files = { items: AttachedFile[] };

/** Who sees the date sees its files. */
async function checkReader(
  db: Db,
  { chapterId }: Reader,
  occurrenceId: Id<'occurrence'>,
): Promise<Refused | undefined> {
  const found = await db
    .selectFrom('event_occurrence as o')
    .innerJoin('event as e', (join) =>
      join.onRef('e.chapter_id', '=', 'o.chapter_id').onRef('e.id', '=', 'o.event_id'),
    )
    .select('o.id')
    .where('o.chapter_id', '=', chapterId)
    .where('o.id', '=', occurrenceId)
    .where('o.status', '=', 'confirmed')
    .where('e.deleted_at', 'is', null)
    .executeTakeFirst();
  return found ? undefined : notFound('Event');
}

export async function listEventFiles(
  db: Db,
  reader: Reader,
  occurrenceId: Id<'occurrence'>,
): Promise<Result<Files>> {
  const refused = await checkReader(db, reader, occurrenceId);
  return refused ?? ok({ items: await listFiles(db, ownerOfFiles(reader, occurrenceId)) });
}

export async function readEventFile(
  store: ContentStore,
  reader: Reader,
  { occurrenceId, fileId }: FileKey,
  read: FileReader,
): Promise<Result<Content>> {
  const refused = await checkReader(store.db, reader, occurrenceId);
  return refused ?? read(store, ownerOfFiles(reader, occurrenceId), fileId);
}

export async function addEventFiles(
  work: Writer,
  occurrenceId: Id<'occurrence'>,
  fileIds: readonly Id<'file'>[],
): Promise<Result<Files>> {
  const { tx, caller } = work;
  const refused = await lockForFiles(tx, caller, occurrenceId);
  if (refused) return refused;
  const owner = ownerOfFiles(caller, occurrenceId);
  const before = await listFiles(tx, owner);
  const limits = { maxFiles: maxEventFiles, field: 'fileIds' };
  const added = await addFiles(work, owner, fileIds, limits);
  if (!added.ok) return added;
  const items = await listFiles(tx, owner);
  // What is added again is there already.
  if (items.length > before.length) {
    await record(work, 'event.file.create', occurrenceId, before, items);
  }
  return ok({ items });
}

export async function removeEventFile(
  work: Writer,
  { occurrenceId, fileId }: FileKey,
): Promise<Result<undefined>> {
  const { tx, caller } = work;
  const refused = await lockForFiles(tx, caller, occurrenceId);
  if (refused) return refused;
  const owner = ownerOfFiles(caller, occurrenceId);
  const before = await listFiles(tx, owner);
  const removed = await removeFile(work, owner, fileId);
  if (!removed.ok) return removed;
  await record(work, 'event.file.delete', occurrenceId, before, await listFiles(tx, owner));
  return ok(undefined);
}

/**
 * Locks the date's event before the date, as a change of its series does, which decides by the files there
 * are whether a date that leaves the series is deleted.
 */
async function lockForFiles(
  tx: Tx,
  caller: Work['caller'],
  occurrenceId: Id<'occurrence'>,
): Promise<Refused | undefined> {
  const { chapterId } = caller;
  const findEventId = async () => {
    const row = await tx
      .selectFrom('event_occurrence')
      .select('event_id')
      .where('chapter_id', '=', chapterId)
      .where('id', '=', occurrenceId)
      .executeTakeFirst();
    return row?.event_id;
  };
  let locked: Id<'event'> | undefined;
  // Splitting a series meanwhile moves the date to another event.
  for (let found = await findEventId(); found !== locked; found = await findEventId()) {
    if (found === undefined) return notFound('Event');
    locked = found;
    const event = await tx
      .selectFrom('event')
      .select('created_by')
      .where('chapter_id', '=', chapterId)
      .where('id', '=', locked)
      .forShare()
      .executeTakeFirstOrThrow();
    const refused = checkChanger(caller, event.created_by);
    if (refused) return refused;
  }
  const occurrence = await lockOccurrence(tx, chapterId, occurrenceId);
  if (!occurrence) return notFound('Event');
  // Who was adding a file meanwhile learns why it is in no list.
  return occurrence.isCanceled
    ? refuse('conflict', 'event_canceled', 'This event was canceled meanwhile')
    : undefined;
}

/** With names, because who reads the log later may find none of the files. */
async function record(
  work: Writer,
  action: 'event.file.create' | 'event.file.delete',
  occurrenceId: Id<'occurrence'>,
  before: readonly AttachedFile[],
  after: readonly AttachedFile[],
): Promise<void> {
  const name = (items: readonly AttachedFile[]) => ({
    files: items.map((file) => ({ id: file.id, name: file.name })),
  });
  await auditWork(work, {
    action,
    kind: 'occurrence',
    id: occurrenceId,
    before: name(before),
    after: name(after),
  });
}
