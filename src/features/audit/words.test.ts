/** The audit says every recorded action in words of its own, never by its code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actionWords } from './words.ts';

const src = join(import.meta.dirname, '../..');

const recorded = globSync('features/*/server/**/*.ts', { cwd: src })
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
  .flatMap((file) => [
    ...readFileSync(join(src, file), 'utf8').matchAll(/\baction: '([a-z-]+(?:\.[a-z-]+)+)'/g),
  ])
  .map(([, action = '']) => action);

test('every action that is recorded has words', () => {
  expect(new Set(recorded).size).toBeGreaterThan(25);
  expect(recorded.filter((action) => actionWords(action).startsWith('performed '))).toEqual([]);
});
