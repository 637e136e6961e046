/** The tables of a backup, from the catalog, so that a new table is never forgotten. */
import type pg from 'pg';

export type SavedTable = {
  /** With its schema: `hub.expense`. */
  readonly name: string;
  /** Without generated ones, which the database computes again. */
  readonly columns: readonly string[];
  /** `order by` these, the same on every server. */
  readonly orderBy: string;
};

/**
 * Left out: nobody is signed in by a restore, no link works twice, migrations record themselves, and
 * figures are checked again. So are the jobs, in a schema of their own: no email is sent again. What is known
 * of backups is about files that the restored hub may not have. Imports of calendars are work of one server;
 * the events that they brought are saved. The texts of documents are read from them again. Objects in the bucket of files are saved as if their contents
 * were in the database. The kinds of the ledger come with the migrations.
 */
export const leftOut: readonly string[] = [
  'auth.attempt',
  'auth.session',
  'auth.challenge',
  'auth.password_reset',
  'auth.signing_key',
  'hub.audit_proof',
  'hub.backup',
  'hub.calendar_import',
  'hub.calendar_import_event',
  'hub.document_text',
  'hub.file_object',
  'hub.ledger_kind',
  'hub.migration',
  'hub.proof',
  'hub.reconciliation_finding',
  'hub.setup_link',
];

/**
 * Rows that are not in the database as they are saved, in PostgreSQL's text format and the order of their
 * keys, of all chapters or of one; undefined for other tables.
 */
export type ReadElsewhere = (
  client: pg.Client,
  table: SavedTable,
  options?: ReadOptions,
) => AsyncIterable<Buffer> | undefined;

export type ReadOptions = {
  readonly chapterId?: string;
  readonly onLost?: (lost: LostContent) => void;
};

/**
 * What is not all there to be saved. Whether it is still missed, outside the transaction that has read it: it
 * may have been removed since that began.
 */
export type LostContent = (client: pg.Client) => Promise<boolean>;

export const dataSchemas = ['hub', 'auth'] as const;

/** Everything that is saved, each table after those it refers to. */
export async function readSavedTables(client: pg.ClientBase): Promise<SavedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[]; order_by: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name,
      array_agg(quote_ident(a.attname) order by a.attnum) filter (where a.attgenerated = '') as columns,
      (select string_agg(
          quote_ident(k.attname) || case when k.attcollation = 0 then '' else ' collate "C"' end,
          ', ' order by array_position(i.indkey::smallint[], k.attnum))
        from pg_index i join pg_attribute k on k.attrelid = i.indrelid and k.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as order_by
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname = any ($1) and c.relkind = 'r'
      and format('%I.%I', n.nspname, c.relname) <> all ($2)
    group by n.nspname, c.relname, c.oid
    order by 1`,
    [dataSchemas, leftOut],
  );
  const tables = rows.map(({ name, columns, order_by }) => {
    if (order_by === null) throw new Error(`${name} has no primary key to be saved by`);
    return { name, columns, orderBy: order_by };
  });
  return sortByReferences(tables, await readReferences(client));
}

type Reference = { readonly from: string; readonly to: string };

export async function readReferences(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select format('%I.%I', fn.nspname, f.relname) as "from",
      format('%I.%I', tn.nspname, t.relname) as "to"
    from pg_constraint k
    join pg_class f on f.oid = k.conrelid join pg_namespace fn on fn.oid = f.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`,
  );
  return rows;
}

/** Each table after those it refers to, otherwise in the given order. */
export function sortByReferences<Table extends { readonly name: string }>(
  tables: readonly Table[],
  references: readonly Reference[],
): Table[] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const sorted: Table[] = [];
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (ready.length === 0) {
      throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    }
    for (const table of ready) waiting.delete(table.name);
    sorted.push(...ready);
  }
  return sorted;
}

/** The same text on every server, so that its hash is, too. */
export const textFormat = `
  set local datestyle = 'ISO, YMD';
  set local timezone = 'UTC';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

export function copyOut({ name, columns, orderBy }: SavedTable): string {
  return `copy (select ${columns.join(', ')} from ${name} order by ${orderBy}) to stdout`;
}

export function copyIn({ name, columns }: Pick<SavedTable, 'name' | 'columns'>): string {
  return `copy ${name} (${columns.join(', ')}) from stdin`;
}
