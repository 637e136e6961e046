/**
 * Processes that still run on a cluster's folder after its server, or the process that was starting
 * one, was killed. Children notice late that their server is gone and hold its shared memory until
 * then; a server whose parent died during startup has not written its pid file yet, and two that
 * start on a stale pid remove each other's lock file. PostgreSQL refuses to start in either case.
 */
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readStartTime } from './scratch-folder.ts';

/** A custom setting, which PostgreSQL accepts because of the dot; read from its command line. */
const OWNER_SETTING = 'chapter_hub.started_by';
const MAX_EXIT_SECONDS = 10;

/** Arguments that identify the starting process: its pid and start time. */
export function ownerArguments(): string[] {
  return ['-c', `${OWNER_SETTING}=${process.pid}.${readStartTime(process.pid) ?? 0}`];
}

/**
 * Kills orphaned processes on `clusterDir` and waits until they are gone. Nothing is lost: the
 * crash did the same to the others. Processes of another living server are left alone; true if
 * there are any.
 */
export async function isStartedByNeighbor(clusterDir: string): Promise<boolean> {
  // A clean shutdown leaves no lock file and no processes.
  if (process.platform !== 'linux' || !existsSync(join(clusterDir, 'postmaster.pid'))) return false;
  const end = performance.now() + MAX_EXIT_SECONDS * 1_000;
  while (performance.now() < end) {
    const found = processesOn(clusterDir);
    if (found.some(({ maker }) => maker === 'running')) return true;
    const orphans = found.filter((each) => isOrphan(each, found));
    if (orphans.length === 0) return false;
    for (const { pid } of orphans) kill(pid);
    await sleep(5);
  }
  return false;
}

/** Whether a server of this folder runs, no matter who started it. */
export function hasProcessOn(clusterDir: string): boolean {
  return processesOn(clusterDir).length > 0;
}

type Found = {
  readonly pid: number;
  readonly parent: number;
  /** According to its process title. */
  readonly isChild: boolean;
  readonly maker: 'running' | 'gone' | 'unknown';
};

/**
 * A server whose parent is gone (or lost track of it: ourselves), or a child without its server.
 */
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
        // Ended in the meantime, a zombie, or another user's.
        return [];
      }
    });
}

function describe(name: string): Found[] {
  const commandLine = readFileSync(`/proc/${name}/cmdline`, 'utf8');
  // The logger holds nothing else and ends after writing the others' output.
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
  return readStartTime(Number(pid)) === start ? 'running' : 'gone';
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended in the meantime.
  }
}
