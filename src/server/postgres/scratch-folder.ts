import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * A folder next to `target` that is renamed to it when complete. Its name contains the pid and
 * start time of its process (pids are reused), so that leftovers of killed processes can be told
 * from folders in use.
 */
export function scratchFolder(target: string): string {
  const maker = `${process.pid}.${readStartTime(process.pid) ?? 0}`;
  return `${target}.new-${maker}.${randomBytes(4).toString('hex')}`;
}

/** Removes scratch folders of `target` whose processes are gone. */
export async function removeLeftovers(target: string): Promise<void> {
  const prefix = `${basename(target)}.new-`;
  const home = dirname(target);
  for (const name of await readdir(home).catch(() => [])) {
    const [pid, start] = name.startsWith(prefix) ? name.slice(prefix.length).split('.') : [];
    if (pid === undefined || start === undefined) continue;
    const now = readStartTime(Number(pid));
    if (now === undefined || (start !== '0' && now !== start)) {
      endDatabasesIn(join(home, name));
      await rm(join(home, name), { recursive: true, force: true, maxRetries: 10 });
    }
  }
}

/** Programs started by a killed process continue without it, for seconds or forever. */
function endDatabasesIn(folder: string): void {
  if (process.platform !== 'linux') return;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const program = readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
      const isInside = `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${folder}/`);
      if (isInside && ['initdb', 'postgres'].includes(program))
        process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Ended in the meantime, or another user's.
    }
  }
}

/** When a process started, in kernel ticks; undefined if there is none. */
export function readStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    if (process.platform === 'linux') return undefined;
  }
  try {
    process.kill(pid, 0);
    return '0';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? '0' : undefined;
  }
}
