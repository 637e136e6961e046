/** A disk that is too small for a first start is reported in one sentence. */
import { expect, onTestFinished, test } from 'vitest';
import { removeDataDir, runHub } from '../hub-process.ts';
import { crashFolder } from './crash-hub.ts';
import { canMountDisks, mountSmallDisk, unmount } from './small-disk.ts';

const demo =
  /^The demo could not be filled\. The disk or memory of the database is full: .+ Started again, it is filled anew\.$/m;

test.runIf(canMountDisks).each([
  ['a database', 24, [], /^The disk of \S+ is full: the database could not be created\./],
  ["the demo's rows", 75, ['--demo'], demo],
  ["the log of the demo's changes", 90, ['--demo'], demo],
] as const)('too little space for %s is one sentence', async (_, megabytes, options, sentence) => {
  const disk = await crashFolder();
  mountSmallDisk(disk, megabytes);
  const command = runHub(['serve', '--port', '0', '--data', disk, ...options]);
  onTestFinished(async () => {
    unmount(disk);
    await removeDataDir(disk, [command]);
  });
  expect((await command.ended).code).toBe(1);
  expect(command.stderr()).toMatch(sentence);
  const lines = command.stderr().trimEnd().split('\n');
  // What the log says in JSON is no answer.
  expect(lines.filter((line) => !line.startsWith('{'))).toHaveLength(1);
});

test.runIf(canMountDisks)('too little space for a restore is one sentence', async () => {
  const [source, disk] = [await crashFolder(), await crashFolder()];
  const run = async (...args: string[]) => {
    const command = runHub(args);
    return { command, code: (await command.ended).code };
  };
  const begun = await run('migrate', '--data', source);
  const seeded = await run('seed', '--expenses', '4000', '--data', source);
  const saved = await run('backup', '--data', source);
  expect([begun.code, seeded.code, saved.code]).toEqual([0, 0, 0]);
  const [path = ''] = /\S+\.tar\.zst/.exec(saved.command.stdout()) ?? [];
  mountSmallDisk(disk, 95);
  const { command, code } = await run('restore', path, '--data', disk);
  onTestFinished(async () => {
    unmount(disk);
    await removeDataDir(disk, [command]);
    await removeDataDir(source, [saved.command]);
  });
  expect(code).toBe(1);
  expect(command.stderr()).toMatch(/^The disk or memory of the database is full: /m);
  expect(command.stderr().match(/^[^{\n].*/gm)).toHaveLength(1);
});
