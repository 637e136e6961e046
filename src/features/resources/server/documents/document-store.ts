/** Rows of documents. Who may not see a folder finds no document in it. */
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { readMemberNames } from '#features/members/server/store.ts';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { isDescending, type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db, Tx } from '#server/database/db.ts';
import type { Document, DocumentSort, ListedDocument } from '../../documents/document-contract.ts';
import type { DocumentTable } from '../tables.ts';
import { listExcerpts, matchingText } from '../text/text-store.ts';
import { listFolders, type Viewer } from './folder-store.ts';

type Row = Omit<Selectable<DocumentTable>, 'updated_at' | 'deleted_at' | 'chapter_id'>;

const columns = [
  'id',
  'folder_id',
  'name',
  'file_id',
  'media_type',
  'bytes',
  'added_by',
  'added_at',
  'version',
] as const;

/** Those the viewer may see. */
async function selectVisible(db: Db | Tx, viewer: Viewer) {
  const folderIds = (await listFolders(db, viewer)).map(({ id }) => id);
  return db
    .selectFrom('document')
    .where('chapter_id', '=', viewer.chapterId)
    .where((row) =>
      row.or([
        row('folder_id', 'is', null),
        row('folder_id', '=', sql<Id<'folder'>>`any(${folderIds}::uuid[])`),
      ]),
    );
}

type Wanted = PageRequest &
  SortRequest<DocumentSort> & {
    readonly folderId?: Id<'folder'> | 'top' | undefined;
    readonly search?: string | undefined;
  };

/** By name unless asked otherwise. A search finds what has it in its name, or all its words in its text. */
export async function listDocuments(
  db: Db,
  viewer: Viewer,
  { folderId, search, sort = 'name', direction, ...request }: Wanted,
): Promise<Page<ListedDocument>> {
  const { chapterId } = viewer;
  const typed = search?.trim();
  let found = (await selectVisible(db, viewer)).where('deleted_at', 'is', null);
  if (folderId === 'top') found = found.where('folder_id', 'is', null);
  else if (folderId !== undefined) found = found.where('folder_id', '=', folderId);
  if (typed) {
    const inName = sql<SqlBool>`strpos(hub.folded(name), hub.folded(${typed})) > 0`;
    const inText = matchingText(chapterId, typed);
    found = found.where(inText ? sql<SqlBool>`(${inName} or ${inText})` : inName);
  }
  const order = isDescending({ sort, direction }) ? 'desc' : 'asc';
  const [rows, { total }] = await Promise.all([
    found
      .select(columns)
      .orderBy(sortColumns[sort], order)
      .orderBy('id', order)
      .offset(request.skip)
      .limit(request.take)
      .execute(),
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const [documents, excerpts] = await Promise.all([
    toDocuments(db, viewer, rows),
    listExcerpts(db, chapterId, typed ? rows.map(({ id }) => id) : [], typed ?? ''),
  ]);
  const items = documents.map((each) => ({ ...each, excerpt: excerpts.get(each.id) ?? null }));
  return page(items, Number(total), request);
}

const sortColumns = {
  // Whatever the case, and numbers by what they are worth.
  name: sql`name collate hub.natural`,
  date: sql`added_at`,
  size: sql`bytes`,
};

/** Undefined if there is none that the viewer may see. */
export function findDocument(
  db: Db | Tx,
  viewer: Viewer,
  documentId: Id<'document'>,
): Promise<Document | undefined> {
  return findVisible(db, viewer, sql<SqlBool>`id = ${documentId}`);
}

/** Whose newest version a file is. */
export function findDocumentOfFile(
  tx: Tx,
  viewer: Viewer,
  fileId: Id<'file'>,
): Promise<Document | undefined> {
  return findVisible(tx, viewer, sql<SqlBool>`file_id = ${fileId}`);
}

async function findVisible(db: Db | Tx, viewer: Viewer, which: RawBuilder<SqlBool>) {
  const row = await (await selectVisible(db, viewer))
    .select(columns)
    .where('deleted_at', 'is', null)
    .where(which)
    .executeTakeFirst();
  const [found] = await toDocuments(db, viewer, row ? [row] : []);
  return found;
}

/** A deleted one, whose folder the caller checks. */
export async function findDeletedDocument(tx: Tx, viewer: Viewer, documentId: Id<'document'>) {
  const row = await tx
    .selectFrom('document')
    .select([...columns, 'deleted_at'])
    .where('chapter_id', '=', viewer.chapterId)
    .where('id', '=', documentId)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  const [document] = await toDocuments(tx, viewer, row ? [row] : []);
  return document && row?.deleted_at ? { document, deletedAt: row.deleted_at } : undefined;
}

export async function countDocuments(tx: Tx, chapterId: Id<'chapter'>): Promise<number> {
  const { count } = await tx
    .selectFrom('document')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('chapter_id', '=', chapterId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function toDocuments(
  db: Db | Tx,
  { chapterId }: Viewer,
  rows: readonly Row[],
): Promise<Document[]> {
  const memberIds = rows.map((row) => row.added_by);
  const names = await readMemberNames(db, chapterId, memberIds);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    folderId: row.folder_id,
    mediaType: row.media_type,
    bytes: row.bytes,
    addedBy: { id: row.added_by, name: names.get(row.added_by) ?? '' },
    addedAt: row.added_at,
    version: row.version,
  }));
}

/** Inserts a document, or replaces what it is. */
export async function saveDocument(
  tx: Tx,
  chapterId: Id<'chapter'>,
  document: Document & { readonly fileId: Id<'file'> },
  now: Instant,
): Promise<void> {
  const values = {
    folder_id: document.folderId,
    name: document.name,
    file_id: document.fileId,
    media_type: document.mediaType,
    bytes: document.bytes,
    added_by: document.addedBy.id,
    added_at: document.addedAt,
    version: document.version,
    updated_at: now,
  };
  await tx
    .insertInto('document')
    .values({ chapter_id: chapterId, id: document.id, ...values })
    .onConflict((conflict) => conflict.columns(['chapter_id', 'id']).doUpdateSet(values))
    .execute();
}

export async function changeDocument(
  tx: Tx,
  chapterId: Id<'chapter'>,
  { id, name, folderId, version }: Document,
  now: Instant,
): Promise<void> {
  await tx
    .updateTable('document')
    .set({ name, folder_id: folderId, version, updated_at: now })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', id)
    .execute();
}

export async function setDocumentDeleted(
  tx: Tx,
  chapterId: Id<'chapter'>,
  documentId: Id<'document'>,
  deletedAt: Instant | null,
): Promise<void> {
  await tx
    .updateTable('document')
    .set({ deleted_at: deletedAt })
    .where('chapter_id', '=', chapterId)
    .where('id', '=', documentId)
    .execute();
}
