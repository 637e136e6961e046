/**
 * Formats rows as CSV (RFC 4180). Cells that a spreadsheet would evaluate as a formula, such as a
 * malicious name, are prefixed with an apostrophe, which makes them text. So is what would begin a cell
 * where another separator is in use: there, quotes in the middle of a line quote nothing. The byte order
 * mark marks the file as UTF-8.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `${csvStart}${rows.map(formatCsvRow).join('')}`;
}

/** Precedes the first row. */
export const csvStart = '\ufeff';

/** One row with its end, for files that are written row by row. */
export function formatCsvRow(row: readonly string[]): string {
  return `${row.map(formatCell).join(',')}\r\n`;
}

function formatCell(text: string): string {
  if (negativeAmount.test(text)) return text;
  const safe = text.replaceAll(beginsLikeFormula, "$1'");
  return /[",;|\t\r\n]/.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}

/** A plain number, which a spreadsheet adds up and does not evaluate. */
const negativeAmount = /^-\d+\.\d\d$/;

/** At the start or after a separator, also after whitespace, which spreadsheets skip, and in full-width forms. */
const beginsLikeFormula = /(^|[;|\t\r\n])(?=["\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r])/gu;
