import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { removeLeftovers, scratchFolder } from './scratch-folder.ts';

test('leftovers of dead processes are removed, and everything else stays', async () => {
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

test.runIf(process.platform === 'linux')(
  'a database that a dead maker left running ends with its folder; other programs there do not',
  async () => {
    const target = join(await temporaryFolder(), 'thing');
    // No process can have this number.
    const folder = `${target}.new-4194304.1.00000000`;
    await mkdir(join(folder, 'postgres'), { recursive: true });
    const binDir = join(folder, 'bin');
    await mkdir(binDir);
    const start = async (name: string) => {
      await copyFile('/bin/sleep', join(binDir, name));
      return spawn(join(binDir, name), ['600'], { cwd: join(folder, 'postgres') });
    };
    const database = await start('postgres');
    const other = await start('sleep');
    onTestFinished(() => void other.kill('SIGKILL'));
    const ended = once(database, 'exit');
    await removeLeftovers(target);
    await ended;
    expect(database.signalCode).toBe('SIGKILL');
    expect(other.signalCode).toBeNull();
    expect(existsSync(folder)).toBe(false);
  },
);
