/** Searches and sorts the directory, only by what the viewer may see. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ChapterScope } from '#kit/caller.ts';
import type { Id } from '#kit/id.ts';
import { type Page, type PageRequest, page, type SortRequest } from '#kit/page.ts';
import type { Db } from '#server/database/db.ts';
import { planAnew } from '#server/database/pool-clients.ts';
import { canUseIndex } from '#server/database/text-search.ts';
import { type DirectorySort, type Initial, initials, maxExported } from '../directory.ts';
import type { ListedMember } from '../directory-contract.ts';
import type { ExportedMember } from '../members-csv.ts';
import { optionalFields } from '../profile.ts';
import { readSearch } from '../search-members.ts';
import { toPhoneUrl } from './phone-url.ts';
import {
  byName,
  isActive,
  memberColumns,
  pickTexts,
  toMember,
  type Viewer,
  visibleEmail,
  visibleField,
  visibleTexts,
} from './store.ts';

type Filter = { readonly q?: string | undefined; readonly initial?: Initial | undefined };
/** What a list shows of a member. */
const shownFields = [
  'primaryPhone',
  'company',
  'title',
  'city',
  'headline',
  'asks',
  'offers',
] as const;
export type DirectoryRequest = SortRequest<DirectorySort> & Filter;

export async function searchDirectory(
  db: Db,
  { chapterId, timeZone }: ChapterScope,
  viewer: Viewer,
  wanted: DirectoryRequest & PageRequest,
): Promise<Page<ListedMember>> {
  const [rows, total] = await Promise.all([
    sortMembers(found(db, chapterId, viewer, wanted), viewer, wanted)
      .select([
        ...memberColumns,
        visibleEmail(viewer).as('email'),
        ...visibleTexts(viewer, shownFields),
      ])
      .limit(wanted.take)
      .offset(wanted.skip)
      .execute(),
    countMembers(db, chapterId, viewer, wanted),
  ]);
  const items = rows.map((row) => ({
    ...toMember(row),
    ...pickTexts(row, shownFields),
    phoneUrl: toPhoneUrl(row.primaryPhone, timeZone),
  }));
  return page(items, total, wanted);
}

/** All matches, at most one more than an export allows. */
export async function listForExport(
  db: Db,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
  wanted: DirectoryRequest,
): Promise<ExportedMember[]> {
  const all = sortMembers(found(db, chapterId, viewer, wanted), viewer, wanted);
  const rows = await selectExported(all, viewer)
    .limit(maxExported + 1)
    .execute();
  return rows.map((row) => ({ ...toMember(row), ...pickTexts(row, optionalFields) }));
}

function selectExported(query: ReturnType<typeof sortMembers>, viewer: Viewer) {
  return query.select([
    ...memberColumns,
    visibleEmail(viewer).as('email'),
    ...visibleTexts(viewer, optionalFields),
  ]);
}

async function countMembers(db: Db, chapterId: Id<'chapter'>, viewer: Viewer, wanted: Filter) {
  const counted = await found(db, chapterId, viewer, wanted)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return counted.count;
}

/** The letters with which the names of active members begin, from A to Z and `#` last. */
export async function listInitials(
  db: Db,
  chapterId: Id<'chapter'>,
  viewer: Viewer,
): Promise<Initial[]> {
  const rows = await found(db, chapterId, viewer, {})
    .select(initialOfName.as('initial'))
    .distinct()
    .execute();
  return initials.filter((initial) => rows.some((row) => row.initial === initial));
}

/** Accents are folded, so that Émile is under E. */
const initialOfName = sql<string>`(case when folded(left(btrim(member.display_name), 1)) ~ '^[a-z]'
  then upper(left(folded(left(btrim(member.display_name), 1)), 1)) else '#' end)`;

function found(db: Db, chapterId: Id<'chapter'>, viewer: Viewer, { q, initial }: Filter) {
  let query = db.selectFrom('member').where('member.chapter_id', '=', chapterId).where(isActive);
  const { words, digits } = readSearch(q ?? '');
  const conditions = words.slice(0, maxWords).map((word) => containsWord(viewer, word));
  const number = digits === undefined ? [] : [containsWord(viewer, digits)];
  if (conditions.length > 0) {
    query = query.where(({ and, or }) => or([and(conditions), ...number]));
  }
  if (initial) query = query.where(initialOfName, '=', initial);
  return query;
}

const maxWords = 10;

/** The searchable text of what the viewer may see: one field per line, the name first. */
const getSearchText = ({ isAdmin }: Viewer) =>
  sql.ref(isAdmin ? 'member.words_for_admins' : 'member.words_for_members');

function containsWord(viewer: Viewer, word: string): RawBuilder<SqlBool> {
  const words = getSearchText(viewer);
  if (!canUseIndex(word)) return sql<SqlBool>`strpos(${words}, folded(${word})) > 0`;
  const escaped = sql`regexp_replace(folded(${word}), '([\\\\%_])', '\\\\\\1', 'g')`;
  return sql<SqlBool>`${words} like '%' || ${escaped} || '%' ${sql.raw(planAnew)}`;
}

function sortMembers(
  query: ReturnType<typeof found>,
  viewer: Viewer,
  { q, sort = 'name', direction = 'asc' }: DirectoryRequest,
) {
  const order = direction === 'desc' ? sql`desc` : sql`asc`;
  // Members without a visible value come last in either direction.
  const sortKey = {
    name: sql`${byName} ${order}`,
    company: sql`${visibleField(viewer, 'company')} collate "und-x-icu" ${order} nulls last`,
    city: sql`${visibleField(viewer, 'city')} collate "und-x-icu" ${order} nulls last`,
    joined: sql`member.created_at ${order}`,
  }[sort];
  const sortedBy =
    sort === 'name'
      ? nameMatchesFirst(query, viewer, q).orderBy(sortKey)
      : query.orderBy(sortKey).orderBy(byName);
  return sortedBy.orderBy('member.id');
}

/** Matches in the name come before matches in other fields. */
function nameMatchesFirst(query: ReturnType<typeof found>, viewer: Viewer, q: string | undefined) {
  const searched = readSearch(q ?? '').words.slice(0, maxWords);
  if (searched.length === 0) return query;
  const words = getSearchText(viewer);
  const places = searched.map((word) => sql`strpos(${words}, folded(${word}))`);
  // The first line is the name; every word occurs somewhere.
  return query.orderBy(sql`greatest(${sql.join(places)}) < strpos(${words}, e'\\n') desc`);
}
