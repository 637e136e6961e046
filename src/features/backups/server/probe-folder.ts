/** Whether backups can be written into their folder, before the night comes. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { installationRoot } from '#server/config/paths.ts';

const program = 'src/features/backups/server/probe-process.ts';
/** A network drive that is gone never answers. */
const maxMilliseconds = 5_000;

/**
 * Writes a file into the folder of `BACKUP_DIR` and removes it. The folder is made as the first backup would if
 * it is missing, and removed, too, unless it `stays`: who asks may be another user than the server's. Resolves to
 * what is wrong and what to do about it; undefined if nothing is.
 */
export async function findFolderProblem(
  folder: string,
  { stays = false } = {},
): Promise<string | undefined> {
  const reason = await tryFolder(folder, stays ? 'keep' : 'remove');
  return reason && `No backups can be saved in ${folder} (BACKUP_DIR): ${reason}`;
}

async function tryFolder(
  folder: string,
  afterwards: 'keep' | 'remove',
): Promise<string | undefined> {
  const child = fork(join(installationRoot, program), [folder, afterwards], {
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const late = setTimeout(resolve, maxMilliseconds, 'it does not respond. Is its drive connected?');
  child.once('message', (code) => resolve(describe(code as string)));
  child.once('error', reject).once('disconnect', () => resolve('it could not be tried.'));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
    // One that waits for its drive ends when that answers.
    child.unref();
    child.channel?.unref();
  }
}

function describe(code: string): string | undefined {
  if (code === '') return undefined;
  return reasons[code]?.() ?? `the system says ${code}.`;
}

const denied = () => {
  const user = process.getuid === undefined ? 'this user' : `user ID ${process.getuid()}`;
  return `${user} may not write there. Make it the owner of the folder (chown).`;
};
const full = () => 'the disk is full. Make space, or keep fewer backups with BACKUP_KEEP.';

const reasons: Readonly<Record<string, () => string>> = {
  EACCES: denied,
  EPERM: denied,
  EROFS: () =>
    'it is read-only. Mount it for writing; under systemd, name it in ReadWritePaths=, and in a container, mount it as a volume.',
  ENOSPC: full,
  EDQUOT: full,
  ENOENT: () =>
    'neither it nor the folder above it exists. Mount its drive, make the folder, or correct BACKUP_DIR.',
  ENOTDIR: () => 'it is a file, or below one. Set BACKUP_DIR to a folder.',
};
