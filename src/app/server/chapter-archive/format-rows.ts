import { formatCsvRow } from '#kit/csv.ts';
import { createTurns } from '#server/turns.ts';

/** Characters that are written together. */
const chunkCharacters = 20_000;

/** The CSV of rows; lets others work in between, because a cell may be a text of pages. */
export async function* formatRowsInTurns(
  rows: Iterable<readonly string[]>,
): AsyncGenerator<string> {
  const nextTurn = createTurns();
  let chunk = '';
  for (const row of rows) {
    chunk += formatCsvRow(row);
    if (chunk.length < chunkCharacters) continue;
    yield chunk;
    chunk = '';
    await nextTurn();
  }
  if (chunk !== '') yield chunk;
}
