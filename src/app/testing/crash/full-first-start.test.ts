/** A disk that is too small for a first start is told in a sentence. */
import { expect, onTestFinished, test } from 'vitest';
import { removeDataDir, runHub } from '../hub-process.ts';
import { crashFolder } from './crash-hub.ts';
import { canMountDisks, mountSmallDisk, unmount } from './small-disk.ts';

test.runIf(canMountDisks)('too little space for a database is one sentence', async () => {
  const disk = await crashFolder();
  mountSmallDisk(disk, 24);
  const command = runHub(['serve', '--port', '0', '--data', disk]);
  onTestFinished(async () => {
    unmount(disk);
    await removeDataDir(disk, [command]);
  });
  expect((await command.ended).code).toBe(1);
  expect(command.stderr()).toMatch(/^The disk of \S+ is full: the database could not be created\./);
  expect(command.stderr().trimEnd().split('\n')).toHaveLength(1);
});
