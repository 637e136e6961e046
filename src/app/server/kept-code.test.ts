import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { loadsKeptCode } from './kept-code.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});

type Sum = { sum(): number };

async function say(name: string, source: string) {
  await writeFile(join(folder, name), source);
}

/** As a process of its own would: nothing of what was loaded before is known. */
function start(purpose = 'serve') {
  const { load, keep } = loadsKeptCode(folder, purpose);
  return { load: <T>(name: string) => load(name) as T, keep };
}

const keptOf = (name: string) => readFile(join(folder, '.compiled', 'serve', name));
const adds = (numbers: string) =>
  `exports.sum = () => [${numbers}].reduce((all, one) => all + one, 0);`;

test('files load each other and what Node has, once, and in a circle', async () => {
  await say(
    'a.cjs',
    "exports.early = 1; const b = require('./b.cjs'); exports.all = [b.seen, b.sep]",
  );
  await say(
    'b.cjs',
    "exports.seen = require('./a.cjs').early; exports.sep = require('node:path').sep; exports.at = __filename",
  );
  const { load } = start();
  expect(load('a.cjs')).toEqual({ early: 1, all: [1, '/'] });
  expect(load('a.cjs')).toBe(load('a.cjs'));
  expect(load('b.cjs')).toMatchObject({ at: join(folder, 'b.cjs') });
});

test('what ran is kept, and is what the next start runs', async () => {
  await say('sum.cjs', adds('1, 2'));
  start().keep();
  await expect(keptOf('sum.cjs')).rejects.toThrow('ENOENT');

  const unused = start('unused');
  unused.load('sum.cjs');
  unused.keep();
  const first = start();
  expect(first.load<Sum>('sum.cjs').sum()).toBe(3);
  first.keep();
  const kept = await keptOf('sum.cjs');
  const merelyLoaded = await readFile(join(folder, '.compiled', 'unused', 'sum.cjs'));
  expect(kept.length).toBeGreaterThan(merelyLoaded.length);

  // Neither what is written nor what was taken over is written again.
  await utimes(join(folder, '.compiled', 'serve', 'sum.cjs'), 1, 1);
  first.keep();
  const next = start();
  expect(next.load<Sum>('sum.cjs').sum()).toBe(3);
  next.keep();
  expect((await stat(join(folder, '.compiled', 'serve', 'sum.cjs'))).mtimeMs).toBe(1_000);
  expect(await readdir(join(folder, '.compiled', 'serve'))).toEqual(['sum.cjs']);
});

test('another source of the same length is compiled anew', async () => {
  await say('sum.cjs', adds('1, 2'));
  const first = start();
  first.load<Sum>('sum.cjs').sum();
  first.keep();
  const old = await keptOf('sum.cjs');
  await say('sum.cjs', adds('3, 4'));
  const next = start();
  expect(next.load<Sum>('sum.cjs').sum()).toBe(7);
  next.keep();
  expect(await keptOf('sum.cjs')).not.toEqual(old);
});

test.each([
  ['cut short', (kept: Buffer) => kept.subarray(0, kept.length - 100)],
  ['empty', () => Buffer.alloc(0)],
  ['damaged', (kept: Buffer) => kept.fill(0x55, kept.length / 2, kept.length / 2 + 8)],
  ['of nothing but zeros', (kept: Buffer) => Buffer.alloc(kept.length)],
])('kept code that is %s is not used, and replaced', async (_, spoil) => {
  await say('sum.cjs', adds('1, 2'));
  const first = start();
  first.load<Sum>('sum.cjs').sum();
  first.keep();
  const spoiled = spoil(await keptOf('sum.cjs'));
  await writeFile(join(folder, '.compiled', 'serve', 'sum.cjs'), spoiled);
  const next = start();
  expect(next.load<Sum>('sum.cjs').sum()).toBe(3);
  next.keep();
  expect(await keptOf('sum.cjs')).not.toEqual(spoiled);
});

test('kept code of another version of V8 is replaced', async () => {
  const source = adds('5, 6');
  await say('sum.cjs', source);
  const code = Buffer.alloc(1_000, 'from another version');
  const seal = createHash('sha256').update(source).update(code).digest();
  await mkdir(join(folder, '.compiled', 'serve'), { recursive: true });
  await writeFile(join(folder, '.compiled', 'serve', 'sum.cjs'), Buffer.concat([seal, code]));
  const { load, keep } = start();
  expect(load<Sum>('sum.cjs').sum()).toBe(11);
  keep();
  expect((await keptOf('sum.cjs')).subarray(32)).not.toEqual(code);
});

test('where nothing can be written it runs all the same', async () => {
  await say('sum.cjs', adds('1, 2'));
  // A file where the folder should be: root may write into folders that forbid it.
  await say('.compiled', '');
  const { load, keep } = start();
  expect(load<Sum>('sum.cjs').sum()).toBe(3);
  expect(keep).not.toThrow();
});

test('a failure says where in its file it happened', async () => {
  await say('fails.cjs', "exports.fail = () => { throw new Error('here') }");
  const { fail } = start().load<{ fail(): void }>('fails.cjs');
  const stack = (() => {
    try {
      fail();
      return '';
    } catch (error) {
      return (error as Error).stack ?? '';
    }
  })();
  expect(stack).toContain(`${join(folder, 'fails.cjs')}:1:30`);
});

test('nobody else may write what the next start runs, whatever this process lets others do', async () => {
  await say('sum.cjs', adds('1, 2'));
  const before = process.umask(0);
  try {
    const { load, keep } = start();
    load('sum.cjs');
    keep();
  } finally {
    process.umask(before);
  }
  for (const path of ['', 'serve', join('serve', 'sum.cjs')]) {
    const { mode } = await stat(join(folder, '.compiled', path));
    expect([path, mode & 0o022]).toEqual([path, 0]);
  }
});
