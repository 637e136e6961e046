/** Holds every tables.ts to the catalogue. Types are gone when a test runs, so its text is read. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#app/testing/database.ts';

type Column = {
  table: string;
  column: string;
  kind: string;
  isNullable: boolean;
  /** Columns an insert may omit. Not checked for derived tables, which are never inserted into. */
  isGenerated: boolean | undefined;
};

const kindsInCode: Record<string, string> = {
  Id: 'uuid',
  Instant: 'instant',
  LocalDateTime: 'wall time',
  Day: 'day',
  Cents: 'cents',
  number: 'number',
  boolean: 'boolean',
  Json: 'json',
  JsonList: 'json',
  JsonObject: 'json',
  Buffer: 'bytes',
  'string[]': 'list',
};

const kindsInCatalogue: Record<string, string> = {
  uuid: 'uuid',
  'timestamp with time zone': 'instant',
  'timestamp without time zone': 'wall time',
  date: 'day',
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  boolean: 'boolean',
  jsonb: 'json',
  bytea: 'bytes',
  'text[]': 'list',
  text: 'text',
  tsvector: 'text',
  xid8: 'text',
};

const src = join(import.meta.dirname, '../..');
const tableFiles = [
  'server/database/tables.ts',
  ...globSync('features/*/server/tables.ts', { cwd: src }),
];

function columnsInCode(): Column[] {
  const source = tableFiles.map((file) => readFileSync(join(src, file), 'utf8')).join('\n');
  const types = new Map<string, { isDerived: boolean; fields: [string, string][] }>();
  const declared = /type (\w+) =\s+(Derived<\s*)?(?:(\w+)\s+&\s+)?\{([^}]*)\}/g;
  for (const [, name = '', derived, shared = '', body = ''] of source.matchAll(declared)) {
    const fields = [...(types.get(shared)?.fields ?? []), ...fieldsOf(body)];
    types.set(name, { isDerived: derived !== undefined, fields });
  }
  const tables = [...source.matchAll(/interface Tables \{([^}]*)\}/g)].flatMap(([, body = '']) =>
    fieldsOf(body),
  );
  return tables.flatMap(([table, name]) => {
    const type = types.get(name);
    if (!type) throw new Error(`tables.ts has no type ${name}`);
    return type.fields.map(([column, declared]) => {
      const inside = /^(?:Generated|ColumnType|Id)<([^,>]+)/.exec(declared)?.[1] ?? declared;
      const kind = declared.startsWith('Id<')
        ? 'uuid'
        : (kindsInCode[inside.replace(/ \| null$/, '')] ?? 'text');
      return {
        table,
        column,
        kind,
        isNullable: declared.endsWith(' | null') || inside === 'Json',
        isGenerated: type.isDerived ? undefined : declared.startsWith('Generated<'),
      };
    });
  });
}

function fieldsOf(body: string): [string, string][] {
  return [...body.matchAll(/(\w+): ([^;]+?)\s*(?:;|$)/g)].map(([, name = '', type = '']) => [
    name,
    type,
  ]);
}

async function columnsInCatalogue(derived: ReadonlySet<string>): Promise<Column[]> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const { rows } = await client.query(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      c.relkind = 'r' and not a.attnotnull as "isNullable",
      a.atthasdef and a.attgenerated = '' as "isGenerated"
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'v') and c.relname <> 'migration'
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'hub'
    where a.attnum > 0 and not a.attisdropped`);
  await client.end();
  await database.drop();
  return rows.map(({ table, column, type, isNullable, isGenerated }) => ({
    table,
    column,
    // Money is recognized by its name, and is always bigint.
    kind:
      type === 'bigint' && column.endsWith('_cents') ? 'cents' : (kindsInCatalogue[type] ?? type),
    isNullable,
    isGenerated: derived.has(table) ? undefined : isGenerated,
  }));
}

test('tables.ts matches the database’s tables, columns, types, nullability and defaults', async () => {
  const inCode = columnsInCode();
  const derived = new Set(
    inCode.filter(({ isGenerated }) => isGenerated === undefined).map(({ table }) => table),
  );
  const toSortedText = (columns: Column[]) =>
    columns.map((column) => JSON.stringify(column)).sort();
  const inCatalogue = await columnsInCatalogue(derived);
  expect(inCatalogue.length).toBeGreaterThan(150);
  expect(toSortedText(inCode)).toEqual(toSortedText(inCatalogue));
});
