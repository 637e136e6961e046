import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatCsvRow } from '#kit/csv.ts';

/** Characters that are formatted in one turn, which takes a few milliseconds. */
const charactersPerTurn = 200_000;

/** The CSV of rows; lets others work in between, because a cell may be a text of pages. */
export async function* formatRowsInTurns(
  rows: Iterable<readonly string[]>,
): AsyncGenerator<string> {
  let chunk = '';
  for (const row of rows) {
    chunk += formatCsvRow(row);
    if (chunk.length < charactersPerTurn) continue;
    yield chunk;
    chunk = '';
    await nextTurn();
  }
  if (chunk !== '') yield chunk;
}
