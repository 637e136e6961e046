/** Reads sheets through the server's own connections, some rows at a time, as CSV and as JSON. */
import { CompiledQuery } from 'kysely';
import { csvStart, formatCsvRow } from '#kit/csv.ts';
import type { Tx } from '#server/database/db.ts';
import { formatRowsInTurns } from '../chapter-archive/format-rows.ts';

const rowsAtOnce = 500;

/** The names of a sheet's columns, also if it has no row. */
export async function readNames(
  tx: Tx,
  query: string,
  parameters: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.executeQuery<{ name: string }>(
    CompiledQuery.raw(
      `select json_object_keys(row_to_json(q)) as name
      from (select q.* from (values (1)) as one left join (${query}) q on false) q`,
      [...parameters],
    ),
  );
  return rows.map(({ name }) => name);
}

/** Each row as a JSON object, as the database writes it. Needs a transaction. */
export async function* readRows(
  tx: Tx,
  query: string,
  parameters: readonly string[],
): AsyncGenerator<string[]> {
  await tx.executeQuery(
    CompiledQuery.raw(
      `declare own_sheet no scroll cursor for select row_to_json(q)::text as row from (${query}) q`,
      [...parameters],
    ),
  );
  while (true) {
    const { rows } = await tx.executeQuery<{ row: string }>(
      CompiledQuery.raw(`fetch ${rowsAtOnce} from own_sheet`),
    );
    if (rows.length === 0) break;
    yield rows.map(({ row }) => row);
  }
  await tx.executeQuery(CompiledQuery.raw('close own_sheet'));
}

export async function* toCsv(
  names: readonly string[],
  batches: AsyncIterable<readonly string[]>,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  yield csvStart + formatCsvRow(names.map((name) => name.replaceAll('_', ' ')));
  for await (const rows of batches) {
    count(rows.length);
    yield* formatRowsInTurns(
      rows.values().map((text) => {
        const row = JSON.parse(text) as Record<string, unknown>;
        return names.map((name) => formatValue(row[name]));
      }),
    );
  }
}

export async function* toJson(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of batches) {
    yield before + rows.join(',\n');
    before = ',\n';
  }
  yield before === ',\n' ? '\n]\n' : '[]\n';
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
