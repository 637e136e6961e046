/** Writes sheets row by row, so that a long history takes no more memory than a short one. */
import pg from 'pg';
import { csvStart, formatCsvRow } from '#kit/csv.ts';
import type { Sheet } from '#server/chapter-archive/sheet.ts';
import { formatRowsInTurns } from './format-rows.ts';

const rowsAtOnce = 500;
/** As the database writes them; nothing is read as a number that would lose digits. */
const asText = { getTypeParser: () => (text: unknown) => text };

/** The CSV of a sheet; `onEnd` gets the number of its rows. Needs a transaction. */
export async function* writeSheet(
  client: pg.ClientBase,
  { query }: Sheet,
  parameters: readonly string[],
  onEnd: (rows: number) => void,
): AsyncGenerator<string> {
  await client.query({
    text: `declare sheet no scroll cursor for ${query}`,
    values: [...parameters],
  });
  let count = 0;
  let isFirst = true;
  while (true) {
    const { rows, fields } = await client.query({
      text: `fetch ${rowsAtOnce} from sheet`,
      rowMode: 'array',
      types: asText as pg.CustomTypesConfig,
    });
    if (isFirst) yield csvStart + formatCsvRow(fields.map(({ name }) => name.replaceAll('_', ' ')));
    isFirst = false;
    if (rows.length === 0) break;
    count += rows.length;
    const isBoolean = fields.map(({ dataTypeID }) => dataTypeID === pg.types.builtins.BOOL);
    const toCell = (value: string | null, index: number) =>
      isBoolean[index] ? formatBoolean(value) : (value ?? '');
    yield* formatRowsInTurns(rows.values().map((row: (string | null)[]) => row.map(toCell)));
  }
  await client.query('close sheet');
  onEnd(count);
}

const formatBoolean = (value: string | null): string =>
  value === null ? '' : value === 't' ? 'yes' : 'no';
