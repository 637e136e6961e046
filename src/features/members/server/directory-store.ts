/** The directory searched and sorted, by nothing but what the viewer may see. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import { canBeLookedUp } from '#server/database/matching.ts';
import { type DirectorySort, maxExported } from '../directory.ts';
import type { ListedMember } from '../directory-contract.ts';
import type { ExportedMember } from '../members-csv.ts';
import { byName, memberColumns, shown, shownEmail, toMember, type Viewer } from './store.ts';

export type Wanted = SortRequest<DirectorySort> & { readonly q?: string | undefined };

export async function searchMembers(
  db: Db,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
  wanted: Wanted & PageRequest,
): Promise<Page<ListedMember>> {
  const [rows, total] = await Promise.all([
    sorted(found(db, chapterId, viewer, wanted.q), viewer, wanted)
      .select([
        ...memberColumns,
        shownEmail(viewer).as('email'),
        shown(viewer, 'primaryPhone').as('primary_phone'),
        shown(viewer, 'company').as('company'),
        shown(viewer, 'title').as('title'),
        shown(viewer, 'city').as('city'),
      ])
      .limit(wanted.take)
      .offset(wanted.skip)
      .execute(),
    countMembers(db, chapterId, viewer, wanted.q),
  ]);
  const items = rows.map(({ company, title, city, ...row }) => ({
    ...toMember(row),
    company,
    title,
    city,
  }));
  return page(items, total, wanted);
}

/** All that are found, at most one more than may leave at once. */
export async function listForExport(
  db: Db,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
  wanted: Wanted,
): Promise<ExportedMember[]> {
  const all = sorted(found(db, chapterId, viewer, wanted.q), viewer, wanted);
  const rows = await exported(all, viewer)
    .limit(maxExported + 1)
    .execute();
  return rows.map(toExported);
}

function exported(query: ReturnType<typeof sorted>, viewer: Viewer) {
  return query.select([
    ...memberColumns,
    shownEmail(viewer).as('email'),
    shown(viewer, 'primaryPhone').as('primary_phone'),
    shown(viewer, 'company').as('company'),
    shown(viewer, 'title').as('title'),
    shown(viewer, 'website').as('website'),
    shown(viewer, 'city').as('city'),
    shown(viewer, 'bio').as('bio'),
  ]);
}

type ExportedRow = Awaited<ReturnType<ReturnType<typeof exported>['execute']>>[number];

function toExported({ company, title, website, city, bio, ...row }: ExportedRow): ExportedMember {
  return { ...toMember(row), company, title, website, city, bio };
}

async function countMembers(
  db: Db,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
  q: string | undefined,
) {
  const counted = await found(db, chapterId, viewer, q)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return counted.count;
}

function found(db: Db, chapterId: Id<'chapter'>, viewer: Viewer, q: string | undefined) {
  let query = db
    .selectFrom('member')
    .where('member.chapter_id', '=', chapterId)
    .where('member.status', '=', 'active');
  for (const word of wordsOf(q)) query = query.where(holds(viewer, word));
  return query;
}

const maxWords = 10;

function wordsOf(q: string | undefined): string[] {
  return (q ?? '').split(/\s+/).filter(Boolean).slice(0, maxWords);
}

/** What the viewer may see of a member, as people search: one piece a line, the name first. */
const wordsFor = ({ isAdmin }: Viewer) =>
  sql.ref(isAdmin ? 'member.words_for_admins' : 'member.words_for_members');

function holds(viewer: Viewer, word: string): RawBuilder<SqlBool> {
  const words = wordsFor(viewer);
  if (!canBeLookedUp(word)) return sql<SqlBool>`strpos(${words}, folded(${word})) > 0`;
  const escaped = sql`regexp_replace(folded(${word}), '([\\\\%_])', '\\\\\\1', 'g')`;
  return sql<SqlBool>`${words} like '%' || ${escaped} || '%'`;
}

function sorted(
  query: ReturnType<typeof found>,
  viewer: Viewer,
  { q, sort = 'name', direction = 'asc' }: Wanted,
) {
  const way = direction === 'desc' ? sql`desc` : sql`asc`;
  // Who tells nothing of it comes last, whichever way.
  const by = {
    name: sql`${byName} ${way}`,
    company: sql`${shown(viewer, 'company')} collate "und-x-icu" ${way} nulls last`,
    city: sql`${shown(viewer, 'city')} collate "und-x-icu" ${way} nulls last`,
    joined: sql`member.created_at ${way}`,
  }[sort];
  const sortedBy =
    sort === 'name'
      ? namesakesFirst(query, viewer, q).orderBy(by)
      : query.orderBy(by).orderBy(byName);
  return sortedBy.orderBy('member.id');
}

/** Who is called what was typed comes before who lives there, works there or writes from there. */
function namesakesFirst(query: ReturnType<typeof found>, viewer: Viewer, q: string | undefined) {
  const searched = wordsOf(q);
  if (searched.length === 0) return query;
  const words = wordsFor(viewer);
  const places = searched.map((word) => sql`strpos(${words}, folded(${word}))`);
  // The first line is the name; whoever was found has every word somewhere.
  return query.orderBy(sql`greatest(${sql.join(places)}) < strpos(${words}, e'\\n') desc`);
}
