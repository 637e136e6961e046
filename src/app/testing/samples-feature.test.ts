/**
 * Adding a feature is a folder, a migration, its place in the order and an entry in each list of areas. The
 * made-up feature of `samples-feature/` is added to a copy of the project, whose own tests then try it.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installationRoot } from '#server/config/paths.ts';

/** Not of the project, or too large to be copied. */
const left = ['build', 'data', 'dist', 'node_modules'];
const feature = 'src/features/samples';

/** All that names the feature outside of its folder. */
const lines: readonly [file: string, before: string, added: string][] = [
  [
    'src/boundaries.test.ts',
    '  news: [',
    "  samples: ['wallets', 'files', 'members', 'chapters', 'identity'],\n",
  ],
  [
    'src/app/server/areas.ts',
    "import { walletArea } from '#features/wallets/server/area.ts';",
    "import { sampleArea } from '#features/samples/server/area.ts';\n",
  ],
  ['src/app/server/areas.ts', 'walletArea,', 'sampleArea, '],
  [
    'src/app/web/areas.ts',
    "import { walletArea } from '#features/wallets/web/area.ts';",
    "import { sampleArea } from '#features/samples/web/area.ts';\n",
  ],
  ['src/app/web/areas.ts', '  memberArea,\n', '  sampleArea,\n'],
];

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), 'chapter-hub-samples-'));
  for (const name of await readdir(installationRoot)) {
    if (name.startsWith('.') || left.includes(name)) continue;
    await cp(join(installationRoot, name), join(copy, name), { recursive: true });
  }
  await symlink(join(installationRoot, 'node_modules'), join(copy, 'node_modules'));
  await rename(join(copy, 'src/app/testing/samples-feature'), join(copy, feature));
  const migrations = await readdir(join(copy, 'migrations'));
  const next = String(Number(migrations.toSorted().at(-1)?.slice(0, 4)) + 1).padStart(4, '0');
  await rename(join(copy, feature, 'samples.sql'), join(copy, `migrations/${next}_samples.sql`));
  await rename(
    join(copy, feature, 'server/own-tests.ts'),
    join(copy, feature, 'server/samples.test.ts'),
  );
  for (const [file, before, added] of lines) {
    const text = await readFile(join(copy, file), 'utf8');
    expect(text.split(before), `where to add it in ${file}: ${before}`).toHaveLength(2);
    await writeFile(join(copy, file), text.replace(before, added + before));
  }
  return () => rm(copy, { recursive: true, force: true, maxRetries: 10 });
});

/** What a program of the copy printed, after its exit code. */
function run(program: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join('node_modules', program), ...args], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: undefined, VITEST: undefined, HUB_TEST_TIER: 'gate' },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => printed.push(String(data)));
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve(`${code}\n${printed.join('')}`));
  });
}

const runTests = (project: string, ...options: string[]) =>
  run('vitest/vitest.mjs', 'run', '--project', project, ...options);

/** What every feature has to pass. */
const matrix = [
  'src/app/testing/authorization.test.ts',
  'src/app/testing/two-chapters.test.ts',
  'src/app/testing/privacy.test.ts',
  'src/app/testing/chapter-archive.test.ts',
  'src/app/testing/every-table.test.ts',
  'src/app/server/nightly-jobs.test.ts',
  'src/server/database/tables.test.ts',
  'src/server/database/tables-columns.test.ts',
];

test('it obeys the laws of the code', async () => {
  const laws = [
    'src/boundaries.test.ts',
    'src/table-owners.test.ts',
    'src/app/audit-words.test.ts',
  ];
  expect(await runTests('unit', ...laws)).toMatch(/^0\n/);
  expect(await run('typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.web.json')).toMatch(/^0\n/);
});

test('it passes the matrix and its own tests', { timeout: 1_800_000 }, async () => {
  const own = `${feature}/server/samples.test.ts`;
  expect(await runTests('database', own, ...matrix)).toMatch(/^0\n/);
});

test('its screens are built, and the one of the navigation is loaded early', async () => {
  expect(await run('vite/bin/vite.js', 'build')).toMatch(/^0\n/);
  const page = await readFile(join(copy, 'dist/index.html'), 'utf8');
  expect(page).toContain('"/samples":{"code":["/assets/samples-screen-');
  const built = (await readdir(join(copy, 'dist/assets'))).join('\n');
  expect(built).toContain('sample-settings-');
});

test('what it leaves out is named', async () => {
  const samples = `${feature}/server/testing/samples.ts`;
  await rm(join(copy, samples));
  const file = 'src/app/testing/authorization.test.ts';
  const refused = await runTests('database', file, '-t', 'every route has a policy and a sample');
  expect(refused).toMatch(/^1\n/);
  expect(refused).toContain(
    'POST /samples takes a body: add a right one to server/testing/samples.ts',
  );
});
