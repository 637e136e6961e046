/**
 * Formats rows as CSV (RFC 4180). Cells that a spreadsheet would evaluate as a formula, such as a
 * malicious name, are prefixed with an apostrophe, which makes them text. The byte order mark marks
 * the file as UTF-8.
 */
export function formatCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => row.map(formatCell).join(',')).join('\r\n')}\r\n`;
}

function formatCell(text: string): string {
  const isText = beginsLikeFormula.test(text) && !negativeAmount.test(text);
  const safe = isText ? `'${text}` : text;
  // Also quotes other spreadsheets' delimiters: what follows one may be a formula.
  return /[",;|\t\r\n]/.test(safe) || safe !== safe.trim()
    ? `"${safe.replaceAll('"', '""')}"`
    : safe;
}

/** A plain number, which a spreadsheet adds up and does not evaluate. */
const negativeAmount = /^-\d+\.\d\d$/;

/** Also after whitespace, which spreadsheets skip, and in full-width forms. */
const beginsLikeFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠\t\r]/u;
