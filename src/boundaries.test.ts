/**
 * The import law. Reads every import in the production code of src/ and reports the lines that break it.
 * Floors: kit ← the ground (server, web) ← features ← the roof (app). Within a feature: root ← its
 * server and web, which never import each other. Features are ordered, and of a lower one only its
 * root, server/store.ts, web/queries.ts and folders called `shared` are visible.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('.', import.meta.url));

/** The features that each one may import, directly or not. */
const builtOn: Record<string, readonly string[]> = {
  identity: [],
  backups: [],
  chapters: ['backups', 'identity'],
  members: ['chapters', 'identity'],
  files: ['members', 'chapters', 'identity'],
  resources: ['files', 'members', 'chapters', 'identity'],
  wallets: ['files', 'members', 'chapters', 'identity'],
  events: ['files', 'members', 'chapters', 'identity'],
  expenses: ['files', 'wallets', 'events', 'members', 'chapters', 'identity'],
  payments: ['expenses', 'files', 'wallets', 'events', 'members', 'chapters', 'identity'],
  dues: [
    'notices',
    'payments',
    'expenses',
    'files',
    'wallets',
    'events',
    'members',
    'chapters',
    'identity',
  ],
  news: ['payments', 'expenses', 'files', 'wallets', 'events', 'members', 'chapters', 'identity'],
  notices: ['members', 'chapters', 'identity'],
  audit: ['members', 'chapters', 'identity'],
};

type Side = 'root' | 'server' | 'web' | 'testing';
type Place =
  | { floor: 'kit' }
  | { floor: 'top' }
  | { floor: 'ground'; side: Side }
  | { floor: 'roof'; side: Side }
  | { floor: 'feature'; feature: string; side: Side; file: string };

function findPlace(path: string): Place {
  const [first = '', second = '', ...rest] = path.split('/');
  if (first === 'kit') return { floor: 'kit' };
  if (first === 'server' || first === 'web') return { floor: 'ground', side: first };
  if (first === 'app') return { floor: 'roof', side: findSide(second) };
  if (first !== 'features') return { floor: 'top' };
  const side = findSide(rest[0]);
  const file = side === 'root' ? rest.join('/') : rest.slice(1).join('/');
  return { floor: 'feature', feature: second, side, file };
}

function findSide(folder: string | undefined): Side {
  return folder === 'server' || folder === 'web' || folder === 'testing' ? folder : 'root';
}

/** Why `from` must not import `to`; undefined if it may. */
function findViolation(from: string, to: string): string | undefined {
  const a = findPlace(from);
  const b = findPlace(to);
  if (a.floor === 'top' || b.floor === 'top') return undefined;
  if (a.floor === 'kit') return b.floor === 'kit' ? undefined : 'kit imports only kit';
  if (b.floor === 'kit') return undefined;
  const sides = [a.side, b.side];
  if (sides.includes('server') && sides.includes('web'))
    return 'server and web never import each other';
  if (a.floor === 'roof') return undefined;
  if (b.floor === 'roof') return 'nothing imports the roof';
  if (a.floor === 'ground') {
    return b.floor === 'ground' ? undefined : 'the ground imports only kit and itself';
  }
  if (a.side === 'root' && b.side !== 'root') return 'a feature’s root imports only kit and roots';
  if (b.floor === 'ground' || a.feature === b.feature) return undefined;
  if (!builtOn[a.feature]?.includes(b.feature)) {
    return `${a.feature} is not built on ${b.feature}`;
  }
  return isVisible(b.side, b.file)
    ? undefined
    : 'of another feature, only its root, server/store.ts, web/queries.ts and `shared` are visible';
}

function isVisible(side: Side, file: string): boolean {
  if (side === 'root' || file.startsWith('shared/')) return true;
  return file === (side === 'server' ? 'store.ts' : 'queries.ts');
}

/** Skips comments; the match may be the last line of a longer import. */
const importLine =
  /(?:^|\n)(?![ \t]*(?:\/\/|\/?\*))[^\n]*?(?:from\s+|import\s+|import\()\s*['"]([^'"]+)['"]/g;

const sourceFiles = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .filter((file) => !file.includes('/testing/'))
  .sort();

type Import = { from: string; to: string; specifier: string; line: number };

const imports: Import[] = sourceFiles.flatMap((from) => {
  const text = readFileSync(join(src, from), 'utf8');
  return [...text.matchAll(importLine)].flatMap((match) => {
    const specifier = match[1] ?? '';
    const to = resolveImport(from, specifier);
    const line = text.slice(0, (match.index ?? 0) + match[0].length).split('\n').length;
    return to === undefined ? [] : [{ from, to, specifier, line }];
  });
});

function resolveImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative(src, resolve(src, dirname(file), specifier));
  return undefined;
}

test('every import obeys the law', () => {
  const broken = imports.flatMap(({ from, to, specifier, line }) => {
    const why = findViolation(from, to);
    return why ? [`src/${from}:${line} imports ${specifier}: ${why}`] : [];
  });
  expect(broken).toEqual([]);
});

test('production code imports no test code', () => {
  const isTestCode = (file: string) => /(^|\/)testing\/|\.test\.tsx?$/.test(file);
  expect(imports.filter(({ to }) => isTestCode(to))).toEqual([]);
});

test('a feature imports its own files by relative path', () => {
  const broken = imports.filter(({ from, specifier }) => {
    const place = findPlace(from);
    return place.floor === 'feature' && specifier.startsWith(`#features/${place.feature}/`);
  });
  expect(broken).toEqual([]);
});

test('there are no import cycles', () => {
  const next = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const cycles: string[] = [];
  const follow = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) follow(to, [...path, file]);
    done.add(file);
  };
  for (const file of sourceFiles) follow(file, []);
  expect(cycles).toEqual([]);
});

test('query keys begin with a key of keys.ts', () => {
  const literal = /(?:queryKey:|QueryData\(|Queries\(|callQuery\()\s*\[\s*['"`]/;
  const broken = sourceFiles.filter((file) => literal.test(readFileSync(join(src, file), 'utf8')));
  expect(broken).toEqual([]);
});

/** A larger folder needs subfolders. */
const maxFilesPerFolder = 25;

test('no folder has more than 25 production files', () => {
  const folders = Map.groupBy(sourceFiles, (file) => dirname(file));
  const crowded = [...folders].filter(([, files]) => files.length > maxFilesPerFolder);
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([]);
});

test('there are no barrels and no features without a place in the order', () => {
  const features = readdirSync(join(src, 'features'));
  expect(features.filter((feature) => !(feature in builtOn))).toEqual([]);
  expect(sourceFiles.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
});

test.each([
  ['kit/money.ts', 'features/identity/device-name.ts'],
  ['server/http/serve.ts', 'features/identity/contract.ts'],
  ['web/api/call.ts', 'features/identity/contract.ts'],
  ['server/http/app.ts', 'app/server/operations.ts'],
  ['server/a.ts', 'web/b.ts'],
  ['app/web/a.ts', 'app/server/b.ts'],
  ['features/wallets/contract.ts', 'features/expenses/split.ts'],
  ['features/wallets/web/a.ts', 'app/web/routes.tsx'],
  ['features/expenses/split.ts', 'features/expenses/server/store.ts'],
  ['features/expenses/web/a.tsx', 'features/expenses/server/store.ts'],
  ['features/expenses/server/a.ts', 'features/wallets/server/b.ts'],
  ['features/identity/server/a.ts', 'features/members/server/store.ts'],
])('%s must not import %s', (from, to) => {
  expect(findViolation(from, to)).toBeDefined();
});

test.each([
  ['features/expenses/server/a.ts', 'features/wallets/server/store.ts'],
  ['features/expenses/web/a.tsx', 'features/wallets/web/queries.ts'],
  ['features/expenses/web/list/a.tsx', 'features/expenses/split.ts'],
  ['features/chapters/server/a.ts', 'features/identity/server/shared/session.ts'],
  ['features/expenses/web/a.tsx', 'web/ui/actions/button.tsx'],
  ['app/server/hub.ts', 'features/identity/server/routes.ts'],
])('%s may import %s', (from, to) => {
  expect(findViolation(from, to)).toBeUndefined();
});
