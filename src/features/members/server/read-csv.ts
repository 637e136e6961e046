import { CsvError, parse } from 'csv-parse/sync';
import { formatCount } from '#kit/counts.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type FileRow, maxRows } from '../import.ts';

export type Table = {
  readonly delimiter: string;
  readonly headers: readonly string[];
  readonly rows: readonly FileRow[];
};

const delimiters = [',', ';', '\t', '|'] as const;
const maxColumns = 100;
/** Of one row, which may go beyond the header: what is under no column is not read. */
const maxCells = 2 * maxColumns;
/** Characters of one row, without delimiters; a table of members needs a tenth of it. */
const maxRowLength = 20_000;

/** Parses a table; the first line decides the delimiter. */
export function readCsv(text: string): Result<Table> {
  const delimiter = detectDelimiter(text);
  if (hasLongRow(text, delimiter)) return notCsv(`A row has more than ${maxCells} cells`);
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Given, because finding out looks at every character before the first line break several times.
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: maxRowLength,
      // One row more than allowed, to detect that there are too many.
      to: maxRows + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[];
    const [head, ...rest] = records;
    if (!head) return notCsv('The file is empty');
    if (head.record.length > maxColumns) return notCsv(`More than ${maxColumns} columns`);
    if (rest.length > maxRows) return tooManyRows;
    const rows = rest
      .map(({ record, info }) => ({ line: info.lines, cells: record }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    return ok({ delimiter, headers: head.record.map((header) => header.trim()), rows });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      return notCsv(`A row is longer than ${formatCount(maxRowLength)} characters`);
    }
    const line = typeof error['lines'] === 'number' ? ` in line ${error['lines']}` : '';
    return notCsv(`Misplaced quotation mark${line}`);
  }
}

/** Looked for in advance, because to parse a row of a million empty cells takes seconds. */
function hasLongRow(text: string, delimiter: string): boolean {
  let cells = 1;
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === delimiter) cells += 1;
    else if (character === '\n' || character === '\r') cells = 1;
    if (cells > maxCells) return true;
  }
  return false;
}

function notCsv(why: string): Result<never> {
  return refuse('invalid', 'not_csv', `Can't read this as a table: ${why}`, { field: 'text' });
}

const tooManyRows = refuse(
  'invalid',
  'too_many_rows',
  'Import at most 5,000 members at a time. Split the file.',
  { field: 'text' },
);

/** The delimiter that splits the first line into the most cells, ignoring quoted ones. */
function detectDelimiter(text: string): (typeof delimiters)[number] {
  const [firstLine = ''] = text.replace(/^\ufeff/, '').split(/\r\n?|\n/, 1);
  const bare = firstLine.replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((each) => bare.split(each).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
