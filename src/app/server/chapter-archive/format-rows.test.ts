import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { formatCsvRow } from '#kit/csv.ts';
import { formatRowsInTurns } from './format-rows.ts';

const rows = Array.from({ length: 500 }, (_, index) => [`${index}`, `${'\n'.repeat(5_000)}x-`]);

test('others get turns while rows of long texts are formatted, and each turn is short', async () => {
  let isDone = false;
  let longest = 0;
  let turns = 0;
  const others = (async () => {
    for (let before = performance.now(); !isDone; turns += 1) {
      await nextTurn();
      const now = performance.now();
      longest = Math.max(longest, now - before);
      before = now;
    }
  })();
  const chunks = await Array.fromAsync(formatRowsInTurns(rows));
  isDone = true;
  await others;
  expect(chunks.join('') === rows.map(formatCsvRow).join('')).toBe(true);
  expect(turns).toBeGreaterThan(10);
  // Of 500 rows, each once took 18 milliseconds.
  expect(longest).toBeLessThan(500);
});

test('short rows come in one chunk, and no rows in none', async () => {
  const short = [['a'], ['b']];
  expect(await Array.fromAsync(formatRowsInTurns(short))).toEqual(['a\r\nb\r\n']);
  expect(await Array.fromAsync(formatRowsInTurns([]))).toEqual([]);
});
