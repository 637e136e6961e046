/** Processor time of a hub and of its PostgreSQL, from Linux. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPostmaster } from '#server/postgres/postmaster.ts';
import type { SeededHub } from './seeded-hub.ts';

export type ProcessorTime = { readonly hub: number; readonly postgres: number };

/** Linux counts in hundredths of a second, whatever the machine. */
const millisecondsPerTick = 10;

/** Milliseconds since they started. */
export function readProcessorTime({ folder, process }: SeededHub): ProcessorTime {
  const postmaster = findPostmaster(join(folder, 'postgres'));
  if (!postmaster) throw new Error('the hub has no PostgreSQL of its own');
  const { pid } = postmaster;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  const ticks = children.filter(Boolean).map((child) => readTicks(Number(child)) ?? 0);
  // Last, because it knows the time of those that have just ended.
  const postgres = [...ticks, readTicks(pid) ?? 0].reduce((sum, each) => sum + each, 0);
  return {
    hub: (readTicks(process.pid) ?? 0) * millisecondsPerTick,
    postgres: postgres * millisecondsPerTick,
  };
}

/** User and system time of a process and of its children that have ended; undefined once it has. */
function readTicks(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOENT', 'ESRCH'].includes(String(error.code))
    )
      return undefined;
    throw error;
  }
}
