/** Every recorded action has a phrase from its feature and is never shown by its code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPhrases } from '#features/audit/words.ts';
import type { AuditWords } from '#kit/audit-words.ts';

const src = join(import.meta.dirname, '..');
const wordsFiles = globSync('features/*/audit-words.ts', { cwd: src });

const recorded = globSync('features/*/server/**/*.ts', { cwd: src })
  .filter((file) => !file.endsWith('.test.ts') && !file.includes('/testing/'))
  .flatMap((file) => [
    ...readFileSync(join(src, file), 'utf8').matchAll(/\baction: '([a-z-]+(?:\.[a-z-]+)+)'/g),
  ])
  .map(([, action = '']) => action);

const words = await Promise.all(
  wordsFiles.map(async (file): Promise<AuditWords> => (await import(join(src, file))).auditWords),
);

test('every recorded action has a phrase', () => {
  const { formatAction } = createPhrases(words);
  expect(new Set(recorded).size).toBeGreaterThan(25);
  expect(recorded.filter((action) => formatAction(action).startsWith('performed '))).toEqual([]);
});

test('no kind is called like another, beside which a filter lists it', () => {
  const names = words.flatMap(({ kinds = {} }) => Object.values(kinds));
  const others = new Set(recorded.map((action) => action.split('.')[0]));
  expect(names.filter((name) => others.has(name))).toEqual([]);
});
