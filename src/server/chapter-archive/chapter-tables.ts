/** The tables of one chapter, from the catalog, so that a new table is never forgotten. */
import type pg from 'pg';
import {
  readReferences,
  readSavedTables,
  type SavedTable,
  sortByReferences,
} from '../backup/tables-of-backup.ts';

export type ChapterTable = SavedTable & {
  /** Columns that name an account: an archive holds its email in them, because ids differ by server. */
  readonly accountColumns: readonly string[];
  /** The column with the chapter's id. */
  readonly chapterColumn: string;
};

/** Tables of the whole installation: they stay with it. */
export const installationTables: readonly string[] = ['hub.installation', 'hub.installation_admin'];

/** Whether it rests is stored with a chapter where it is. */
const ownColumns: Readonly<Record<string, string>> = { 'hub.chapter': 'rests_until' };

/**
 * The tables with a chapter's data, each after those it refers to. Without columns that count the
 * transactions of one server. Throws if a table is neither a chapter's nor known to be the installation's.
 */
export async function readChapterTables(client: pg.ClientBase): Promise<ChapterTable[]> {
  const { rows } = await client.query<{ name: string; counters: string[]; accounts: string[] }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      coalesce(array_agg(quote_ident(a.attname)) filter (where a.atttypid = 'xid8'::regtype), '{}') as counters,
      coalesce(array_agg(quote_ident(a.attname)) filter (where exists (
        select from pg_constraint k
        where k.contype = 'f' and k.conrelid = c.oid and a.attnum = any (k.conkey)
          and k.confrelid = 'auth.account'::regclass)), '{}') as accounts
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = 'hub' and c.relkind = 'r'
    group by n.nspname, c.relname`,
  );
  const found = new Map(rows.map((row) => [row.name, row]));
  const saved = await readSavedTables(client);
  return saved
    .filter(({ name }) => name.startsWith('hub.') && !installationTables.includes(name))
    .map((table) => {
      const { counters = [], accounts = [] } = found.get(table.name) ?? {};
      const chapterColumn = table.name === 'hub.chapter' ? 'id' : 'chapter_id';
      if (!table.columns.includes(chapterColumn)) {
        throw new Error(`${table.name} is neither a chapter's nor named in installationTables`);
      }
      return {
        ...table,
        columns: table.columns.filter(
          (column) => !counters.includes(column) && column !== ownColumns[table.name],
        ),
        accountColumns: accounts,
        chapterColumn,
      };
    });
}

/** All tables that hold rows of chapters, each before those it refers to: also what no archive holds. */
export async function listTablesToEmpty(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'chapter_id' and not a.attisdropped
    where n.nspname = 'hub' and c.relkind = 'r'
    order by 1`,
  );
  const sorted = sortByReferences(rows, await readReferences(client));
  return sorted.map(({ name }) => name).reverse();
}

/** The chapter's rows in the order of their keys, the same text on every server. */
export function copyChapterOut(table: ChapterTable, chapterId: string): string {
  const { name, columns, accountColumns, orderBy, chapterColumn } = table;
  const read = columns.map((column) =>
    accountColumns.includes(column)
      ? `(select a.email from auth.account a where a.id = t.${column}) as ${column}`
      : `t.${column}`,
  );
  return `copy (
    select ${columns.join(', ')}
    from (
      select ${read.join(', ')} from ${name} t where t.${chapterColumn} = ${quoteId(chapterId)}
    ) t
    order by ${orderBy}
  ) to stdout`;
}

/** The accounts of the chapter's members, without anything that signs in. */
export const copyAccountsOut = (chapterId: string) => `copy (
  select a.email, a.name, a.is_email_verified
  from auth.account a
  where a.id in (
    select m.account_id from hub.member m where m.chapter_id = ${quoteId(chapterId)}
    union
    select c.account_id from hub.account_chapter c where c.chapter_id = ${quoteId(chapterId)})
  order by a.email collate "C"
) to stdout`;

/** `copy` takes no parameters. */
export function quoteId(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('not an id');
  return `'${id}'::uuid`;
}
