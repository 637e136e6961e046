/**
 * Files of something: an expense, a document, a date of an event. Callers lock it, decide who may do what, and record it.
 * The content is read through it, so that who may see a file follows from what it belongs to.
 */
import { type SqlBool, sql } from 'kysely';
import { readMemberNames } from '#features/members/server/store.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Refused, type Result, refuse } from '#kit/result.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { type Content, toPictureContent } from '#server/http/content.ts';
import type { AttachedFile } from '../contract.ts';
import type { Purpose } from '../file.ts';
import { type ContentStore, readContent } from './contents.ts';
import type { FileUseKind } from './tables.ts';
import { toStoredFile } from './uploads.ts';

export type { ContentStore };

/** What files belong to. */
export type FileOwner = {
  readonly chapterId: Id<'chapter'>;
  readonly kind: FileUseKind;
  readonly entityId: Id;
};

/** What its files were uploaded for: other kinds and sizes are accepted for each. */
const purposeByKind: Record<FileUseKind, Purpose> = {
  expense: 'receipt',
  transaction: 'receipt',
  document: 'document',
  occurrence: 'document',
};

type Work = {
  readonly tx: Tx;
  readonly caller: { readonly memberId: Id<'member'> };
  readonly now: Instant;
};

/** The ids of the files of a row, in order: `chapterId` and `entityId` are columns of it. */
export function selectFileIds(kind: FileUseKind, chapterId: string, entityId: string) {
  return sql<Id<'file'>[]>`array(
    select u.file_id from file_use u
    where u.chapter_id = ${sql.ref(chapterId)} and u.kind = ${kind}
      and u.entity_id = ${sql.ref(entityId)} and u.removed_at is null
    order by u.place, u.file_id)`;
}

/** Whether a row has files, as `selectFileIds`. */
export function hasFiles(kind: FileUseKind, chapterId: string, entityId: string) {
  return sql<SqlBool>`exists (
    select from file_use u
    where u.chapter_id = ${sql.ref(chapterId)} and u.kind = ${kind}
      and u.entity_id = ${sql.ref(entityId)} and u.removed_at is null)`;
}

export async function listFileIds(db: Db | Tx, owner: FileOwner): Promise<Id<'file'>[]> {
  const rows = await selectUses(db, owner).select('u.file_id as id').execute();
  return rows.map(({ id }) => id);
}

/** The uses that are not removed, in order. */
function selectUses(db: Db | Tx, { chapterId, kind, entityId }: FileOwner) {
  return db
    .selectFrom('file_use as u')
    .innerJoin('file as f', (join) =>
      join.onRef('f.chapter_id', '=', 'u.chapter_id').onRef('f.id', '=', 'u.file_id'),
    )
    .where('u.chapter_id', '=', chapterId)
    .where('u.kind', '=', kind)
    .where('u.entity_id', '=', entityId)
    .where('u.removed_at', 'is', null)
    .orderBy('u.place')
    .orderBy('u.file_id');
}

export async function listFiles(db: Db | Tx, owner: FileOwner): Promise<AttachedFile[]> {
  const rows = await selectUses(db, owner)
    .select(['f.id', 'f.name', 'f.media_type', 'f.bytes', 'f.width', 'f.height'])
    .select(['u.added_by', 'u.added_at'])
    .execute();
  const names = await readMemberNames(
    db,
    owner.chapterId,
    rows.map((row) => row.added_by),
  );
  return rows.flatMap(({ added_by: id, added_at: at, ...row }) => {
    const file = toStoredFile(row);
    return file ? [{ ...file, by: { id, name: names.get(id) ?? '' }, at }] : [];
  });
}

/** Where the request names the files, and how many there may be. */
export type FileList = { readonly maxFiles: number; readonly field: string };

function refuseUnknown(field: string): Refused {
  return refuse(
    'invalid',
    'unknown_file',
    'One of these files is not finished, or was removed. Add it again.',
    { field },
  );
}

/**
 * Adds the caller's own finished files, and any that were removed from the same thing before. Files that
 * it has already are left as they are.
 */
export async function addFiles(
  { tx, caller, now }: Work,
  owner: FileOwner,
  fileIds: readonly Id<'file'>[],
  { maxFiles, field }: FileList,
): Promise<Result<undefined>> {
  const { chapterId, kind, entityId } = owner;
  const present = await listFileIds(tx, owner);
  const added = [...new Set(fileIds)].filter((id) => !present.includes(id));
  if (present.length + added.length > maxFiles) return refuseTooMany(maxFiles, field);
  if (added.length === 0) return ok(undefined);
  const known = await tx
    .selectFrom('file as f')
    .select('f.id')
    .where('f.chapter_id', '=', chapterId)
    .where('f.id', '=', sql<Id<'file'>>`any(${added}::uuid[])`)
    .where('f.finished_at', 'is not', null)
    .where('f.purpose', '=', purposeByKind[kind])
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('f.uploaded_by', '=', caller.memberId),
        exists(
          selectFrom('file_use as u')
            .select('u.file_id')
            .whereRef('u.chapter_id', '=', 'f.chapter_id')
            .whereRef('u.file_id', '=', 'f.id')
            .where('u.kind', '=', kind)
            .where('u.entity_id', '=', entityId),
        ),
      ]),
    )
    .forShare()
    .execute();
  if (known.length < added.length) return refuseUnknown(field);
  await sql`
    insert into file_use (chapter_id, kind, entity_id, file_id, place, added_by, added_at)
    select ${chapterId}::uuid, ${kind}, ${entityId}::uuid, added.id, added.place + (
        select coalesce(max(u.place), 0) from file_use u where u.chapter_id = ${chapterId}
          and u.kind = ${kind} and u.entity_id = ${entityId}),
      ${caller.memberId}::uuid, ${now}::timestamptz
    from unnest(${added}::uuid[]) with ordinality as added (id, place)
    on conflict (chapter_id, kind, entity_id, file_id) do update set removed_at = null, removed_by = null
  `.execute(tx);
  return ok(undefined);
}

/** Adds the files of one thing to another of its kind, as they were added there. */
export async function copyFiles(
  tx: Tx,
  { chapterId, kind, entityId }: FileOwner,
  copyId: FileOwner['entityId'],
): Promise<void> {
  await sql`
    insert into file_use (chapter_id, kind, entity_id, file_id, place, added_by, added_at)
    select chapter_id, kind, ${copyId}::uuid, file_id, place, added_by, added_at
    from file_use
    where chapter_id = ${chapterId} and kind = ${kind} and entity_id = ${entityId}
      and removed_at is null
  `.execute(tx);
}

function refuseTooMany(maxFiles: number, field: string): Refused {
  return refuse('conflict', 'too_many_files', `At most ${maxFiles} files can be added here`, {
    field,
  });
}

/** Its content is kept for a day, in which `addFiles` brings it back where it was. */
export async function removeFile(
  { tx, caller, now }: Work,
  { chapterId, kind, entityId }: FileOwner,
  fileId: Id<'file'>,
): Promise<Result<undefined>> {
  const { numUpdatedRows } = await tx
    .updateTable('file_use')
    .set({ removed_at: now, removed_by: caller.memberId })
    .where('chapter_id', '=', chapterId)
    .where('kind', '=', kind)
    .where('entity_id', '=', entityId)
    .where('file_id', '=', fileId)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? notFound('File') : ok(undefined);
}

/** Removes all files of something that is deleted, as `removeFile`. */
export async function removeAllFiles(
  { tx, caller, now }: Work,
  { chapterId, kind, entityId }: FileOwner,
): Promise<void> {
  await tx
    .updateTable('file_use')
    .set({ removed_at: now, removed_by: caller.memberId })
    .where('chapter_id', '=', chapterId)
    .where('kind', '=', kind)
    .where('entity_id', '=', entityId)
    .where('removed_at', 'is', null)
    .execute();
}

/** Brings back what `removeAllFiles` removed, of something whose files are never removed one by one. */
export async function restoreAllFiles(
  tx: Tx,
  { chapterId, kind, entityId }: FileOwner,
): Promise<void> {
  await tx
    .updateTable('file_use')
    .set({ removed_at: null, removed_by: null })
    .where('chapter_id', '=', chapterId)
    .where('kind', '=', kind)
    .where('entity_id', '=', entityId)
    .execute();
}

/** Who may no longer see it, or nobody, must not find it in a browser's cache either. */
const askedEachTime = { 'cache-control': 'private, no-cache' };

/** Pictures are shown; anything else is saved and never opened here. */
export async function readFile(
  { db, fileBucket }: ContentStore,
  owner: FileOwner,
  fileId: Id<'file'>,
  /** If it is saved under another one than its own. */
  name?: string,
): Promise<Result<Content>> {
  const file = await selectUses(db, owner)
    .select(['f.name', 'f.media_type', 'f.bytes', 'f.sha256'])
    .where('u.file_id', '=', fileId)
    .executeTakeFirst();
  if (!file?.media_type || !file.bytes || !file.sha256) return notFound('File');
  const { chapterId } = owner;
  const picture = toPictureContent(file.media_type, Buffer.of(), file.sha256);
  const isPicture = file.media_type.startsWith('image/');
  return ok({
    ...picture,
    body: {
      size: file.bytes,
      read: (start, end) => readContent({ db, fileBucket }, { chapterId, fileId }, start, end),
    },
    headers: {
      ...picture.headers,
      ...askedEachTime,
      'content-disposition': toDisposition(isPicture ? 'inline' : 'attachment', name ?? file.name),
    },
  });
}

function toDisposition(how: 'inline' | 'attachment', name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** A small picture of it. */
export async function readPreview(
  { db }: Pick<ContentStore, 'db'>,
  owner: FileOwner,
  fileId: Id<'file'>,
): Promise<Result<Content>> {
  const file = await selectUses(db, owner)
    .select(['f.preview', 'f.sha256'])
    .where('u.file_id', '=', fileId)
    .executeTakeFirst();
  if (!file?.preview || !file.sha256) return notFound('Preview');
  const picture = toPictureContent('image/jpeg', file.preview, `${file.sha256}-preview`);
  return ok({ ...picture, headers: { ...picture.headers, ...askedEachTime } });
}

/** Reads a file, or its preview. */
export type FileReader = typeof readPreview | typeof readFile;

/** As SQL in a sheet: the files of anything, with who added each to what. */
export const usedFiles = `(
    select u.chapter_id, u.kind, u.entity_id, u.place, u.added_by, u.added_at, f.name, f.media_type, f.bytes
    from hub.file_use u
    join hub.file f on f.chapter_id = u.chapter_id and f.id = u.file_id)`;
