/** Memory of the idle server, without PostgreSQL. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { startHub, stop } from '#app/testing/hub-process.ts';
import { type ClaimGroup, median, withinBudget } from './claim.ts';

const runs = 3;
const settleMilliseconds = 3_000;
const budgetMegabytes = 120;

export const memory: ClaimGroup = {
  name: 'memory',
  async measure({ demoFolder }) {
    const folder = await demoFolder();
    const idle: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const hub = await startHub(folder, ['--demo'], { RATE_LIMIT: 'on' });
      await sleep(settleMilliseconds);
      idle.push(residentMegabytes(hub.pid));
      await stop(hub);
    }
    return [withinBudget('memory of the idle server', median(idle), budgetMegabytes, 'MB')];
  },
};

/** In megabytes of 1,000,000 bytes. */
export function residentMegabytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kibibytes === undefined) throw new Error(`no VmRSS for process ${pid}`);
  return (Number(kibibytes) * 1_024) / 1_000_000;
}
