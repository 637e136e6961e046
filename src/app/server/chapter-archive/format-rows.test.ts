import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatCsvRow } from '#kit/csv.ts';
import { formatRowsInTurns } from './format-rows.ts';

const rows = Array.from({ length: 500 }, (_, index) => [`${index}`, `${'\n'.repeat(5_000)}x-`]);

test('others get turns while rows of long texts are formatted', async () => {
  // Each step takes the whole of a turn.
  let time = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 10));
  onTestFinished(() => clock.mockRestore());
  let isDone = false;
  let turns = 0;
  const others = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  const chunks = await Array.fromAsync(formatRowsInTurns(rows));
  isDone = true;
  await others;
  expect(chunks.join('') === rows.map(formatCsvRow).join('')).toBe(true);
  expect(turns).toBeGreaterThan(10);
});

test('short rows come in one chunk, and no rows in none', async () => {
  const short = [['a'], ['b']];
  expect(await Array.fromAsync(formatRowsInTurns(short))).toEqual(['a\r\nb\r\n']);
  expect(await Array.fromAsync(formatRowsInTurns([]))).toEqual([]);
});
