/** The texts of documents: what is read, and what a search finds in them. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Instant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Db, Tx } from '#server/database/db.ts';
import { type TextState, textMediaTypes } from '../../documents/document-contract.ts';
import {
  excerptLead,
  excerptLength,
  isUnspaced,
  listSearchWords,
  toExcerpt,
} from '../../documents/document-text.ts';
import type { FoundText } from './text-process.ts';

/** Whether the text of the document of a row has every word; undefined if no word was typed. */
export function matchingText(
  chapterId: Id<'chapter'>,
  typed: string,
): RawBuilder<SqlBool> | undefined {
  const query = toQuery(typed);
  return query === undefined
    ? undefined
    : sql<SqlBool>`document.id in (
        select t.document_id from document_text t
        where t.chapter_id = ${chapterId} and t.words @@ ${query}::tsquery)`;
}

/** Words have no signs that mean something there. */
function toQuery(typed: string): string | undefined {
  const words = listSearchWords(typed).map(
    ({ word, isBeginning }) => `'${word}'${isBeginning ? ':*' : ''}`,
  );
  return words.length > 0 ? words.join(' & ') : undefined;
}

/** Where the words are, for the documents whose text has them all. */
export async function listExcerpts(
  db: Db,
  chapterId: Id<'chapter'>,
  documentIds: readonly Id<'document'>[],
  typed: string,
): Promise<Map<Id<'document'>, string>> {
  const query = toQuery(typed);
  if (query === undefined || documentIds.length === 0) return new Map();
  const words = listSearchWords(typed).map(({ word }) => word);
  const [first = ''] = words;
  const { rows } = await sql<{ id: Id<'document'>; part: string; start: number; total: number }>`
    select found.id, substr(found.shown, found.start, ${excerptLength}::integer) as part,
      found.start, length(found.shown) as total
    from (
      select t.document_id as id, t.shown, greatest(1, coalesce(
          nullif(strpos(' ' || t.folded, ${toNeedle(words.join(' '))}::text), 0),
          strpos(' ' || t.folded, ${toNeedle(first)}::text)) - ${excerptLead}::integer) as start
      from document_text t
      where t.chapter_id = ${chapterId} and t.document_id = any(${[...documentIds]}::uuid[])
        and t.words @@ ${query}::tsquery
    ) found`.execute(db);
  return new Map(
    rows.map(({ id, part, start, total }) => [
      id,
      toExcerpt(part, { isStart: start === 1, isEnd: start + excerptLength > total }),
    ]),
  );
}

const toNeedle = (words: string) => (isUnspaced(words) ? words : ` ${words}`);

/** Null for kinds whose text is not read. */
export async function findTextState(
  db: Db,
  chapterId: Id<'chapter'>,
  { id, mediaType }: { readonly id: Id<'document'>; readonly mediaType: string },
): Promise<TextState | null> {
  if (!textMediaTypes.includes(mediaType)) return null;
  const found = await db
    .selectFrom('document_text')
    .select('state')
    .where('chapter_id', '=', chapterId)
    .where('document_id', '=', id)
    .executeTakeFirst();
  return found?.state ?? 'reading';
}

/** Of a document that has another content now, or is deleted. */
export async function deleteText(
  tx: Tx,
  chapterId: Id<'chapter'>,
  documentId: Id<'document'>,
): Promise<void> {
  await tx
    .deleteFrom('document_text')
    .where('chapter_id', '=', chapterId)
    .where('document_id', '=', documentId)
    .execute();
}

export type UnreadDocument = {
  readonly chapterId: Id<'chapter'>;
  readonly id: Id<'document'>;
  readonly fileId: Id<'file'>;
  readonly mediaType: string;
  readonly bytes: number;
};

/** The newest of each chapter first, so that no chapter's many hold up those of others. */
export async function listUnread(
  db: Db,
  count: number,
  except: readonly Id<'document'>[] = [],
): Promise<UnreadDocument[]> {
  const { rows } = await sql<UnreadDocument>`
    select d.chapter_id as "chapterId", d.id, d.file_id as "fileId", d.media_type as "mediaType", d.bytes
    from document d
    where d.deleted_at is null and d.media_type = any(${[...textMediaTypes]}::text[])
      and d.id <> all(${[...except]}::uuid[])
      and not exists (
        select from document_text t where t.chapter_id = d.chapter_id and t.document_id = d.id)
    order by row_number() over (partition by d.chapter_id order by d.added_at desc), d.added_at desc
    limit ${count}`.execute(db);
  return rows;
}

/** Unless the document was deleted meanwhile, or has another content now. */
export async function saveText(
  db: Db,
  { chapterId, id, fileId }: UnreadDocument,
  state: Exclude<TextState, 'reading'>,
  { text, folded, words }: Pick<FoundText, 'text' | 'folded' | 'words'>,
  now: Instant,
): Promise<void> {
  await sql`
    insert into document_text (chapter_id, document_id, state, shown, folded, words, read_at)
    select d.chapter_id, d.id, ${state}, ${text}, ${folded}, array_to_tsvector(${[...words]}::text[]),
      ${now}::timestamptz
    from document d
    where d.chapter_id = ${chapterId} and d.id = ${id} and d.file_id = ${fileId} and d.deleted_at is null
    for share
    on conflict (chapter_id, document_id) do nothing`.execute(db);
}
