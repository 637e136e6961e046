/**
 * The tables of `docs/` that name a test or a file for each item: what they name exists, and holds the
 * title they quote. A moved or renamed test would leave a claim that nobody can check.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const short: Record<string, string> = {
  identity: 'features/identity',
  http: 'server/http',
};

/** Paths are below `src/` unless they begin elsewhere. */
function find(named: string): string | undefined {
  const [first = '', ...rest] = named.split('/');
  const path = [short[first] ?? first, ...rest].join('/');
  return [join(root, 'src', path), join(root, path)].find((file) => existsSync(file));
}

/** What a row claims: a file, and titles that it contains. */
const claim = /`([^`\s]+\.(?:test\.ts|spec\.ts|ts|mjs|json|md))`((?:,? “[^”]+”)*)/g;

function findUnshown(document: string): string[] {
  return [...document.matchAll(claim)].flatMap(([, named = '', quoted = '']) => {
    if (named.startsWith('/')) return [];
    const file = find(named);
    if (file === undefined) return [`${named} does not exist`];
    const text = readFileSync(file, 'utf8');
    const titles = [...quoted.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title);
    return titles
      .filter((title) => !text.includes(title))
      .map((title) => `${named} has no “${title}”`);
  });
}

test.each(['asvs.md', 'attacks-and-faults.md'])('what docs/%s names as shown by exists', (name) => {
  const document = readFileSync(join(root, 'docs', name), 'utf8');
  expect([...document.matchAll(claim)].length).toBeGreaterThan(30);
  expect(findUnshown(document)).toEqual([]);
});

test('a missing file and a title that is not there are found', () => {
  const document =
    '`no/such.test.ts`, `kit/csv.test.ts` “other cells stay unchanged”, “no such title”';
  expect(findUnshown(document)).toEqual([
    'no/such.test.ts does not exist',
    'kit/csv.test.ts has no “no such title”',
  ]);
});
