/**
 * Rows as comma-separated values (RFC 4180), for a spreadsheet. A spreadsheet runs what begins like
 * a formula, so that somebody's name could read the sheet of whoever opens it: such a cell begins
 * with an apostrophe, which makes it text. The byte order mark says that it is UTF-8.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;
}

function formatCell(text: string): string {
  const safe = beginsLikeFormula.test(text) ? `'${text}` : text;
  // Also by what other spreadsheets take for the end of a cell: what follows may be a formula.
  return /[",;|\t\r\n]/.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}

/** After blanks too, which spreadsheets skip, and in their full-width forms. */
const beginsLikeFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u;
