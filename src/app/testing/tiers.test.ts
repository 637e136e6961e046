/** Each test file belongs to exactly one tier and one project, and each list names what exists. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { installationRoot } from '#server/config/paths.ts';
import amounts from './amounts.json' with { type: 'json' };
import type { Tier } from './amounts.ts';
import { listFiles, onlyInAll, sqlAnywhere, sqlByNature } from './tiers.ts';

const find = (patterns: readonly string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: installationRoot }));
const files = find(['src/**/*.test.{ts,tsx}']);

/** The projects that run a file in a tier. */
function listProjects(file: string, tier: Tier): string[] {
  const matches = (patterns: readonly string[]) =>
    patterns.some((pattern) => matchesGlob(file, pattern));
  return Object.entries(listFiles(tier))
    .filter(([, { include, exclude }]) => matches(include) && !matches(exclude))
    .map(([project]) => project);
}

test('no file has the name of another of the other kind, beside which the compiler would skip it', () => {
  expect(
    find(['src/**/*.tsx']).filter((file) => existsSync(join(installationRoot, file.slice(0, -1)))),
  ).toEqual([]);
});

test('every file runs once in test:all', () => {
  expect(files.length).toBeGreaterThan(400);
  expect(files.filter((file) => listProjects(file, 'all').length !== 1)).toEqual([]);
});

test('the gate runs every file once but those that are left to test:all', () => {
  expect(onlyInAll.filter((file) => !files.includes(file))).toEqual([]);
  expect(new Set(onlyInAll).size).toBe(onlyInAll.length);
  const times = new Map(files.map((file) => [file, listProjects(file, 'gate').length]));
  expect(
    [...times].filter(([file, count]) => count !== (onlyInAll.includes(file) ? 0 : 1)),
  ).toEqual([]);
});

test('what runs on another PostgreSQL exists, more of it in test:all', () => {
  for (const pattern of sqlByNature)
    expect([pattern, find([pattern]).length > 0]).toEqual([pattern, true]);
  expect(sqlByNature.filter((path) => onlyInAll.includes(path))).toEqual([]);
  const all = new Set(find(sqlAnywhere));
  expect(find(sqlByNature).filter((path) => !all.has(path))).toEqual([]);
  expect(all.size).toBeGreaterThan(3 * find(sqlByNature).length);
});

test('each number that is larger in a soak belongs to a part of it', () => {
  const soak = readFileSync(join(installationRoot, 'bin', 'soak.mjs'), 'utf8');
  const larger = Object.entries(amounts).filter(([, { all, soak }]) => soak > all);
  expect(larger.length).toBeGreaterThan(15);
  expect(
    larger.map(([suite]) => suite).filter((suite) => !soak.includes(`count('${suite}'`)),
  ).toEqual([]);
});
