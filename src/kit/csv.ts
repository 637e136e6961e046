/**
 * Formats rows as CSV (RFC 4180). Cells that a spreadsheet would evaluate as a formula, such as a
 * malicious name, are prefixed with an apostrophe, which makes them text. So is what would begin a cell
 * where another separator is in use: there, quotes in the middle of a line quote nothing. The byte order
 * mark marks the file as UTF-8. By hand: it is a few lines that browsers load, too, and libraries
 * escape formulas at the start of a cell alone.
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
  const safe = quoteFormulas(text);
  return /[",;|\t\r\n]/.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}

/** A plain number, which a spreadsheet adds up and does not evaluate. */
const negativeAmount = /^-\d+\.\d\d$/;

/**
 * A formula begins at the start or after a separator, also after blanks, which spreadsheets skip, and with
 * full-width signs. Blanks contain separators, so every run of them is read once for all that begin in it:
 * reading it again for each would take seconds for a text of line breaks.
 */
function quoteFormulas(text: string): string {
  if (!/[=+\-@＝＋－＠\t\r]/.test(text)) return text;
  let blanksEnd = -1;
  let isFormula = false;
  const beginsFormula = (start: number) => {
    if (start > blanksEnd) {
      blanks.lastIndex = start;
      blanks.test(text);
      blanksEnd = blanks.lastIndex;
      isFormula = /[=+\-@＝＋－＠]/.test(text.charAt(blanksEnd));
    }
    return isFormula || /[\t\r]/.test(text.charAt(start));
  };
  const isFirstQuoted = beginsFormula(0);
  const quoted = text.replaceAll(/[;|\t\r\n]/g, (separator, index: number) =>
    // The apostrophe before a leading separator covers what follows it.
    (index > 0 || !isFirstQuoted) && beginsFormula(index + 1) ? `${separator}'` : separator,
  );
  return isFirstQuoted ? `'${quoted}` : quoted;
}

const blanks = /["\s\p{Cc}\p{Cf}]*/uy;
