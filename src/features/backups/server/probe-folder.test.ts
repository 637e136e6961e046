import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { findFolderProblem } from './probe-folder.ts';

test('a usable folder has no problem and stays as it is, empty or missing', async () => {
  const parent = await temporaryFolder();
  const folder = join(parent, 'backups');
  expect(await findFolderProblem(folder)).toBeUndefined();
  expect(await readdir(parent)).toEqual([]);
  await mkdir(folder);
  expect(await findFolderProblem(folder)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

test('a missing folder stays where the server has made it', async () => {
  const parent = await temporaryFolder();
  expect(await findFolderProblem(join(parent, 'backups'), { stays: true })).toBeUndefined();
  expect(await readdir(parent)).toEqual(['backups']);
});

test.runIf(process.platform === 'linux')(
  'a drive that is gone is named, and nothing waits for it',
  { tags: ['all'] },
  async () => {
    const children = `/proc/${process.pid}/task/${process.pid}/children`;
    const isNew = (
      (known) => (pid: string) =>
        !known.has(pid)
    )(new Set(await listWords(children)));
    const found = findFolderProblem(join(await temporaryFolder(), 'backups'));
    let probing: string | undefined;
    while (!probing) probing = (await listWords(children)).find(isNew);
    // As one that waits for its drive.
    process.kill(Number(probing), 'SIGSTOP');
    expect(await found).toMatch(/it does not respond\. Is its drive connected\?/);
    await expect.poll(() => listWords(children)).not.toContain(probing);
  },
);

const listWords = async (path: string) => (await readFile(path, 'utf8')).split(' ');

test('a missing folder and a file are named with what to do', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  await symlink(join(folder, 'gone'), join(folder, 'link'));
  const missing = join(folder, 'drive', 'backups');
  expect(await findFolderProblem(missing)).toBe(
    `No backups can be saved in ${missing} (BACKUP_DIR): neither it nor the folder above it exists. Mount its drive, make the folder, or correct BACKUP_DIR.`,
  );
  expect(await findFolderProblem(join(folder, 'link'))).toMatch(/exists\. Mount its drive/);
  for (const path of [file, join(file, 'below')]) {
    expect(await findFolderProblem(path)).toMatch(/it is a file, or below one\. Set BACKUP_DIR/);
  }
});

const isRoot = process.getuid?.() === 0;

test.skipIf(isRoot)('a forbidden folder is named with the user that needs it', async () => {
  const folder = join(await temporaryFolder(), 'backups');
  await mkdir(folder, { mode: 0o500 });
  expect(await findFolderProblem(folder)).toMatch(/user ID \d+ may not write there\. .*chown/);
});

// Only root can mount a disk of its own.
test.runIf(process.platform === 'linux' && isRoot).each([
  ['read-only', 'ro', /it is read-only\. Mount it for writing; .*ReadWritePaths=/],
  ['full', 'size=4k', /the disk is full\. Make space, .*BACKUP_KEEP/],
])('a %s disk is named with what to do, and nothing is left on it', async (_, option, expected) => {
  const folder = await temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', option, 'tmpfs', folder]);
  onTestFinished(() => void execFileSync('umount', [folder]));
  expect(await findFolderProblem(folder)).toMatch(expected);
  expect(await readdir(folder)).toEqual([]);
});
