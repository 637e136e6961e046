import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { removeLeftovers, scratchFolder } from './scratch-folder.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

test('what the dead left is removed; what the living make, and everything else, stays', async () => {
  const home = await temporaryFolder();
  const target = join(home, 'thing');
  const dead = spawn(process.execPath, ['-e', '0']);
  await once(dead, 'exit');
  const mine = basename(scratchFolder(target));
  const ofTheDead = mine.replace(`new-${process.pid}.`, `new-${dead.pid}.`);
  const sameNumberOtherStart = mine.replace(/new-(\d+)\.\d+/, 'new-$1.1');
  const kept = [mine, 'thing', 'thing.old', 'thin.new-1.1.00000000'];
  // Elsewhere the start of a process cannot be known, and its number must do.
  const removed = process.platform === 'linux' ? [ofTheDead, sameNumberOtherStart] : [ofTheDead];
  for (const name of [...kept, ...removed])
    await mkdir(join(home, name, 'inside'), { recursive: true });
  await removeLeftovers(target);
  expect((await readdir(home)).sort()).toEqual(kept.sort());
});
