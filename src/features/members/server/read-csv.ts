import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import { findInvitees } from '#features/chapters/invitee-text.ts';
import { formatCount } from '#kit/counts.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type FileRow, isHeader, maxRows } from '../import.ts';

export type Table = {
  readonly delimiter: string;
  readonly headers: readonly string[];
  readonly rows: readonly FileRow[];
};

const delimiters = [',', ';', '\t', '|'] as const;
export const maxColumns = 100;
/** Of one row, which may go beyond the header: what is under none is a column without a name. */
const maxCells = 2 * maxColumns;
/** Characters of one row, without delimiters; a table of members needs a tenth of it. */
const maxRowLength = 20_000;

/** Parses a table, in turns; one of its first lines decides the delimiter. */
export async function readCsv(file: string, nextTurn: () => Promise<void>): Promise<Result<Table>> {
  const text = file.replace(/^\ufeff/, '');
  const delimiter = detectDelimiter(text);
  if (hasLongRow(text, delimiter)) return notTable(`A row has more than ${maxCells} cells`);
  try {
    const read = await readInTurns(text, delimiter, nextTurn);
    const records = read.map((row) => {
      // Where commas separate nothing, Excel takes a row for one cell, with quotes around it if it has some.
      const [whole = '', next] = row.record;
      const isWhole =
        next === undefined && whole.includes(delimiter) && !hasLongRow(whole, delimiter);
      const [inner = row] = isWhole
        ? (parseAtOnce(whole, howToRead(delimiter)) as unknown as Row[])
        : [];
      return { ...row, record: inner.record };
    });
    // What Excel has its delimiter from.
    if (/^sep=/i.test(records[0]?.record[0] ?? '')) records.shift();
    const [first] = records;
    if (!first) return notTable('The file is empty');
    const header = findHeader(records);
    const head = records[header]?.record ?? withoutHeader(first.record);
    const rest = records.slice(header + 1);
    if (rest.length > maxRows) return tooManyRows;
    const rows = rest
      .map(({ record, info }) => ({ line: info.lines, cells: record }))
      // What is printed repeats its header on each page.
      .filter(({ cells }) => cells.some((cell, at) => cell.trim() !== '' && cell !== head[at]));
    const headers = head.slice(0, maxColumns).map((name) => name.trim());
    // A book of contacts has columns for everything of the one who has most of it.
    const more = head.length - maxColumns;
    if (more > 0) headers[maxColumns - 1] = `${more + 1} more columns`;
    const width = rows.reduce((most, { cells }) => Math.max(most, countFilled(cells)), 0);
    while (headers.length < Math.min(width, maxColumns)) headers.push('');
    return ok({ delimiter, headers, rows });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') {
      return notTable(`A row is longer than ${formatCount(maxRowLength)} characters`);
    }
    const line = typeof error['lines'] === 'number' ? ` in line ${error['lines']}` : '';
    return notTable(`Misplaced quotation mark${line}`);
  }
}

type Row = { readonly record: readonly string[]; readonly info: { readonly lines: number } };

const bytesOfTurn = 8_192;

async function readInTurns(
  text: string,
  delimiter: string,
  nextTurn: () => Promise<void>,
): Promise<Row[]> {
  // As bytes, because a piece of a string might end within a character.
  const bytes = Buffer.from(text);
  function* pieces() {
    for (let at = 0; at < bytes.length; at += bytesOfTurn)
      yield bytes.subarray(at, at + bytesOfTurn);
  }
  const rows: Row[] = [];
  for await (const row of Readable.from(pieces()).pipe(parse(howToRead(delimiter)))) {
    rows.push(row);
    await nextTurn();
  }
  return rows;
}

const howToRead = (delimiter: string): Options => ({
  delimiter,
  info: true,
  relax_column_count: true,
  // A nickname in quotes within a cell is part of it.
  relax_quotes: true,
  // Also before the quotes around a cell: `Nora Quill, "Harbor, Inc."`.
  trim: true,
  skip_empty_lines: true,
  // Given, because finding out looks at every character before the first line break several times.
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: maxRowLength,
  // One row more than allowed, to detect that there are too many.
  to: maxLinesBefore + maxRows + 2,
});

/** LinkedIn writes a note before the header, and others a title. */
const maxLinesBefore = 20;

/**
 * Where the names of the columns are: in the first row that names an address, and a name if one does, because a report
 * may begin with a table about its meeting; or else in the first row; -1 where that has a person's address already.
 */
function findHeader(records: readonly Row[]): number {
  const heads = records
    .slice(0, maxLinesBefore)
    .map(({ record }) => isHeader(record.slice(0, maxColumns)) && record.slice(0, maxColumns));
  const whole = heads.findIndex((cells) => cells && isHeader(cells, ['name', 'firstName']));
  const found = whole >= 0 ? whole : heads.findIndex(Boolean);
  if (found >= 0) return found;
  return records[0]?.record.some(isAddress) ? -1 : 0;
}

const isAddress = (cell: string) => findInvitees(cell).some(({ email }) => email !== null);

/** Names for the columns of a table without any: the address, and before it or else after it the name. */
function withoutHeader(first: readonly string[]): string[] {
  const address = first.findIndex(isAddress);
  const name = first.findIndex(
    (cell, index) => index !== address && /\p{L}.*\s.*\p{L}/u.test(cell),
  );
  return first.map((_, index) => (index === address ? 'Email' : index === name ? 'Name' : ''));
}

/** Up to the last cell that has something. */
function countFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** Looked for in advance, because to parse a row of a million empty cells takes seconds. */
function hasLongRow(text: string, delimiter: string): boolean {
  let cells = 1;
  let isQuoted = false;
  let isStart = true;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isQuoted) {
      if (character !== '"') continue;
      if (text[index + 1] === '"') index += 1;
      else isQuoted = false;
      continue;
    }
    isQuoted = isStart && character === '"';
    const isBreak = character === '\n' || character === '\r';
    isStart = isBreak || character === delimiter;
    if (isBreak) cells = 1;
    else if (isStart) cells += 1;
    if (cells > maxCells) return true;
  }
  return false;
}

function notTable(why: string): Result<never> {
  return refuse('invalid', 'not_csv', `Can't read this as a table: ${why}`, { field: 'text' });
}

export const tooManyRows = refuse(
  'invalid',
  'too_many_rows',
  'Import at most 5,000 members at a time. Split the file.',
  { field: 'text' },
);

/**
 * The delimiter that splits the header, or else one of the first lines, into the most cells. Where cells are
 * separated by semicolons, texts have commas without quotes around them.
 */
function detectDelimiter(text: string): (typeof delimiters)[number] {
  const lines = text.split(/\r\n?|\n/, maxLinesBefore).map((line) => line.slice(0, maxRowLength));
  const header = lines.find((line) =>
    delimiters.some((each) => isHeader(line.split(each, maxColumns))),
  );
  const shown = header === undefined ? lines : [header];
  // Without what is quoted.
  const bare = shown.map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const counts = delimiters.map((each) => Math.max(...bare.map((line) => line.split(each).length)));
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}
