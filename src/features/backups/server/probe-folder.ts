/** Whether backups can be written into their folder, before the night comes. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { CommandError } from '#server/config/command-error.ts';
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
  const code = await tryFolder(folder, stays ? 'keep' : 'remove');
  const reason = describe(code);
  return reason && `No backups can be saved in ${folder} (BACKUP_DIR): ${reason}`;
}

export class UnresponsiveFolder extends CommandError {}

/**
 * Throws if nothing comes back from the folder: to be asked before this process reads or writes there. A thread
 * that waits for a network drive never comes back, and few of them are all that sign-ins and requests have.
 */
export async function expectResponding(folder: string): Promise<void> {
  if ((await tryFolder(folder, 'remove')) !== unresponsive) return;
  throw new UnresponsiveFolder(`${folder} (BACKUP_DIR): ${describe(unresponsive)}`);
}

const unresponsive = 'unresponsive';

/** Resolves to the code of what is wrong; empty if nothing is. */
async function tryFolder(folder: string, afterwards: 'keep' | 'remove'): Promise<string> {
  const child = fork(join(installationRoot, program), [folder, afterwards], {
    execArgv: [],
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const late = setTimeout(resolve, maxMilliseconds, unresponsive);
  child.once('message', (code) => resolve(code as string));
  child.once('error', reject).once('disconnect', () => resolve('untried'));
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
  untried: () => 'it could not be tried.',
  [unresponsive]: () => 'it does not respond. Is its drive connected?',
  ENOTDIR: () => 'it is a file, or below one. Set BACKUP_DIR to a folder.',
};
