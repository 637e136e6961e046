import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installationRoot, migrationsFolder } from '../../config/paths.ts';
import { readMigrationFiles } from '../migration-files.ts';
import { replaceEarlier, selectBaseline } from './replace-earlier.ts';

const earlier = await readMigrationFiles(
  join(installationRoot, 'src/app/testing/earlier-migrations'),
);
const known = await readMigrationFiles(migrationsFolder);

test('all earlier migrations, in any order, count as the baseline', () => {
  const baseline = selectBaseline(known);
  expect(baseline[0]?.version).toBe(101);
  expect(replaceEarlier(earlier, known)).toEqual(baseline);
  expect(replaceEarlier(earlier.toReversed(), known)).toEqual(baseline);
});

test('later migrations, and none, stay what they are', () => {
  for (const applied of [known, known.slice(0, 3), []]) {
    expect(replaceEarlier(applied, known)).toBe(applied);
  }
});

test.each([
  ['a list without the last', earlier.slice(0, -1), 'too_old'],
  ['a list with another besides', [...earlier, ...known.slice(0, 1)], 'changed'],
  [
    'a list with another checksum',
    earlier.map((file) => (file.version === 9 ? { ...file, checksum: 'x' } : file)),
    'changed',
  ],
])('%s is refused', (_, applied, code) => {
  expect(() => replaceEarlier(applied, known, 'The archive')).toThrow(
    expect.objectContaining({
      code,
      message: expect.stringMatching(/^The archive is from before/),
    }),
  );
});
