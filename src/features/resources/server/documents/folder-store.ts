/** Folders of documents. Who may not see one finds none. */
import { type RawBuilder, sql } from 'kysely';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { type Refused, type Result, refuse } from '#kit/result.ts';
import { catchRefusal, constraintRefusal } from '#server/database/constraints.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Folder } from '../../documents/folder-contract.ts';
import { listAudiences } from '../../documents/visible-folders.ts';

export type Viewer = Pick<MemberCaller, 'chapterId' | 'role'>;

/** Those the viewer may see, by name. */
export function listFolders(db: Db | Tx, viewer: Viewer): Promise<Folder[]> {
  return selectFolders(db, viewer, sql`f.deleted_at is null`);
}

/** A deleted one that the viewer may see. */
export async function findDeletedFolder(
  tx: Tx,
  viewer: Viewer,
  folderId: Id<'folder'>,
): Promise<Folder | undefined> {
  const [found] = await selectFolders(
    tx,
    viewer,
    sql`f.deleted_at is not null and f.id = ${folderId}`,
  );
  return found;
}

async function selectFolders(
  db: Db | Tx,
  { chapterId, role }: Viewer,
  which: RawBuilder<unknown>,
): Promise<Folder[]> {
  const { rows } = await sql<Folder>`
    select f.id, f.parent_id as "parentId", f.name, coalesce(f.audience, p.audience) as audience,
      f.version
    from document_folder f
    left join document_folder p on p.chapter_id = f.chapter_id and p.id = f.parent_id
    where f.chapter_id = ${chapterId} and ${which}
      and coalesce(f.audience, p.audience) = any(${[...listAudiences(role)]}::text[])
    order by f.name collate hub.natural, f.id`.execute(db);
  return rows;
}

export async function countFolders(tx: Tx, chapterId: Id<'chapter'>): Promise<number> {
  const { count } = await tx
    .selectFrom('document_folder')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('chapter_id', '=', chapterId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether something that is not deleted is in it, no matter who may see it. */
export async function hasContents(
  tx: Tx,
  chapterId: Id<'chapter'>,
  folderId: Id<'folder'>,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from document d where d.chapter_id = ${chapterId}
        and d.folder_id = ${folderId} and d.deleted_at is null)
      or exists (select from document_folder f where f.chapter_id = ${chapterId}
        and f.parent_id = ${folderId} and f.deleted_at is null) as found`.execute(tx);
  return rows[0]?.found === true;
}

const nameTaken: Refused = refuse(
  'conflict',
  'name_taken',
  "There's already a folder with this name here",
  { field: 'name' },
);

const refusingTakenNames = (write: () => Promise<unknown>): Promise<Result<undefined>> =>
  catchRefusal(constraintRefusal('document_folder_name', nameTaken), write);

/** Creates the folder, or replaces what it is. */
export async function saveFolder(
  tx: Tx,
  chapterId: Id<'chapter'>,
  folder: Folder,
  now: Instant,
): Promise<Result<undefined>> {
  const { id, name, parentId, version } = folder;
  const values = {
    name,
    parent_id: parentId,
    audience: parentId === null ? folder.audience : null,
    version,
    updated_at: now,
  };
  return refusingTakenNames(async () => {
    await tx
      .insertInto('document_folder')
      .values({ chapter_id: chapterId, id, ...values, created_at: now })
      .onConflict((conflict) => conflict.columns(['chapter_id', 'id']).doUpdateSet(values))
      .execute();
  });
}

export async function setFolderDeleted(
  tx: Tx,
  chapterId: Id<'chapter'>,
  folderId: Id<'folder'>,
  deletedAt: Instant | null,
): Promise<Result<undefined>> {
  return refusingTakenNames(async () => {
    await tx
      .updateTable('document_folder')
      .set({ deleted_at: deletedAt })
      .where('chapter_id', '=', chapterId)
      .where('id', '=', folderId)
      .execute();
  });
}
