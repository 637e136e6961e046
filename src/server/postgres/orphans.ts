/**
 * What still runs on a cluster's folder after its server, or the hub that was starting one, was
 * killed. A server's children notice late that it is gone, and until then hold its shared memory; a
 * server whose hub died while it started has not written its number yet, and two that start at once
 * on a stale number take each other's lock file away. PostgreSQL refuses to start beside either.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStartTime } from './scratch-folder.ts';

/** Not known to PostgreSQL, which keeps what has a dot for others; its command line tells us. */
const OWNER_SETTING = 'chapter_hub.started_by';
const MAX_EXIT_SECONDS = 10;

/** Arguments that say which hub starts a server: its number and time of start. */
export function ownerArguments(): string[] {
  return ['-c', `${OWNER_SETTING}=${process.pid}.${readStartTime(process.pid) ?? 0}`];
}

/**
 * Ends all that runs on `clusterDir` and belongs to nobody any more, and waits until it is gone.
 * Nothing is lost by that: it is what the crash did to the others. What another living hub is
 * starting stays, as does what no hub started; true when it is a hub's.
 */
export async function isStartedByNeighbour(clusterDir: string): Promise<boolean> {
  // A server that ended in order leaves no lock file, and nothing else either.
  if (process.platform !== 'linux' || !existsSync(join(clusterDir, 'postmaster.pid'))) return false;
  const end = performance.now() + MAX_EXIT_SECONDS * 1_000;
  while (performance.now() < end) {
    const found = processesOn(clusterDir);
    if (found.some(({ maker }) => maker === 'neighbour')) return true;
    const orphans = found.filter((each) => isOrphan(each, found));
    if (orphans.length === 0) return false;
    for (const { pid } of orphans) kill(pid);
    await sleep(5);
  }
  return false;
}

type Found = {
  readonly pid: number;
  readonly parent: number;
  /** Its title says that it is a server's child. */
  readonly isChild: boolean;
  readonly maker: 'neighbour' | 'gone' | 'unknown';
};

/** A server whose hub is gone (or who lost track of it: ourselves), or a child without its server. */
function isOrphan({ maker, isChild, parent }: Found, all: readonly Found[]): boolean {
  return maker === 'gone' || (isChild && !all.some(({ pid }) => pid === parent));
}

function processesOn(clusterDir: string): Found[] {
  const folder = realpathSync(clusterDir);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (readFileSync(`/proc/${name}/comm`, 'utf8').trim() !== 'postgres') return [];
        if (readlinkSync(`/proc/${name}/cwd`) !== folder) return [];
        return describe(name);
      } catch {
        // Ended meanwhile, a zombie, or another user's.
        return [];
      }
    });
}

function describe(name: string): Found[] {
  const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8');
  // The log's writer holds nothing else, and ends when it has written what the others said.
  if (/^postgres: .*\blogger\b/.test(commandLine)) return [];
  const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  const isChild = commandLine.startsWith('postgres: ');
  return [{ pid: Number(name), parent, isChild, maker: readMaker(commandLine) }];
}

function readMaker(commandLine: string): Found['maker'] {
  const [, pid, start] =
    new RegExp(`\\0${OWNER_SETTING}=(\\d+)\\.(\\d+)\\0`).exec(commandLine) ?? [];
  if (pid === undefined) return 'unknown';
  if (Number(pid) === process.pid) return 'gone';
  return readStartTime(Number(pid)) === start ? 'neighbour' : 'gone';
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended meanwhile.
  }
}
