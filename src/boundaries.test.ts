/**
 * The import law. It reads every import of src/ and names the line that breaks it.
 * Rings: kit ← a feature's root ← its server and web; server and web never meet.
 * Features: auth ← members ← wallets ← expenses, members ← events ← expenses, home reads all,
 * resources stands alone; across features only roots, server/store.ts and web/queries.ts.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('.', import.meta.url));

/** What each feature may read of others, arrows followed to their ends. */
const mayRead: Record<string, readonly string[]> = {
  auth: [],
  resources: [],
  members: ['auth'],
  wallets: ['members', 'auth'],
  events: ['members', 'auth'],
  expenses: ['wallets', 'events', 'members', 'auth'],
  audit: ['auth', 'members', 'events'],
  home: ['auth', 'members', 'wallets', 'events', 'expenses', 'resources'],
};

type Place =
  | { ring: 'kit' | 'server' | 'web' | 'top' }
  | { ring: 'feature'; feature: string; part: 'root' | 'server' | 'web'; file: string };

function placeOf(path: string): Place {
  const [first, feature, third, ...rest] = path.split('/');
  if (first === 'kit' || first === 'server' || first === 'web') return { ring: first };
  if (first !== 'features' || !feature || !third) return { ring: 'top' };
  if (third === 'server' || third === 'web') {
    return { ring: 'feature', feature, part: third, file: rest.join('/') };
  }
  return { ring: 'feature', feature, part: 'root', file: third };
}

/** Why `from` may not import `to`, or undefined when it may. */
function breach(from: string, to: string): string | undefined {
  const a = placeOf(from);
  const b = placeOf(to);
  if (a.ring === 'top' || b.ring === 'top') return undefined;
  if (a.ring === 'kit') return b.ring === 'kit' ? undefined : 'kit imports nothing of ours';
  if (b.ring === 'kit') return undefined;
  const sideA = a.ring === 'feature' ? a.part : a.ring;
  const sideB = b.ring === 'feature' ? b.part : b.ring;
  if (sideA === 'root' && sideB !== 'root') return 'a feature’s root imports only kit and roots';
  if (sideA === 'server' && sideB === 'web') return 'server and web never import each other';
  if (sideA === 'web' && sideB === 'server') return 'server and web never import each other';
  if (a.ring !== 'feature' || b.ring !== 'feature' || a.feature === b.feature) return undefined;
  if (!mayRead[a.feature]?.includes(b.feature)) return `${a.feature} may not read ${b.feature}`;
  if (b.part === 'root') return undefined;
  if (b.part === 'server' && b.file === 'store.ts') return undefined;
  if (b.part === 'web' && b.file === 'queries.ts') return undefined;
  return 'across features only roots, server/store.ts and web/queries.ts';
}

/** Lines of comments aside; a line may end an import that began further up. */
const importLine =
  /(?:^|\n)(?![ \t]*(?:\/\/|\/?\*))[^\n]*?(?:from\s+|import\s+|import\()\s*['"]([^'"]+)['"]/g;

function sourceFiles(): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) => !file.includes('/testing/'))
    .sort();
}

function target(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return relative(src, resolve(src, dirname(file), specifier));
  return undefined;
}

test('every import keeps the law', () => {
  const broken: string[] = [];
  for (const file of sourceFiles()) {
    const text = readFileSync(join(src, file), 'utf8');
    for (const match of text.matchAll(importLine)) {
      const to = target(file, match[1] ?? '');
      const why = to === undefined ? undefined : breach(file, to);
      if (!why) continue;
      const line = text.slice(0, (match.index ?? 0) + match[0].length).split('\n').length;
      broken.push(`src/${file}:${line} imports ${match[1]}: ${why}`);
    }
  }
  expect(broken).toEqual([]);
});

test('the law refuses what it should', () => {
  expect(breach('kit/money.ts', 'features/auth/role.ts')).toBeDefined();
  expect(breach('features/wallets/contract.ts', 'features/expenses/split.ts')).toBeDefined();
  expect(breach('features/expenses/split.ts', 'features/expenses/server/store.ts')).toBeDefined();
  expect(breach('features/expenses/web/a.tsx', 'features/expenses/server/store.ts')).toBeDefined();
  expect(breach('features/expenses/server/a.ts', 'features/wallets/server/b.ts')).toBeDefined();
  expect(breach('features/auth/server/a.ts', 'features/members/server/store.ts')).toBeDefined();
  expect(breach('server/a.ts', 'web/b.ts')).toBeDefined();
});

test('the law allows what it should', () => {
  expect(
    breach('features/expenses/server/a.ts', 'features/wallets/server/store.ts'),
  ).toBeUndefined();
  expect(breach('features/home/web/a.tsx', 'features/expenses/web/queries.ts')).toBeUndefined();
  expect(breach('features/expenses/web/a.tsx', 'features/expenses/split.ts')).toBeUndefined();
  expect(breach('features/expenses/web/a.tsx', 'web/ui/button.tsx')).toBeUndefined();
  expect(breach('server/app.ts', 'features/auth/server/routes.ts')).toBeUndefined();
});

test('no file of the law’s reading has a barrel or an unknown feature', () => {
  const features = new Set(readdirSync(join(src, 'features')));
  expect([...features].filter((feature) => !(feature in mayRead))).toEqual([]);
  expect(sourceFiles().filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
});
