/**
 * Sets the clock of the server, of PostgreSQL and of both forward and back during writes, where the
 * machine has Debian's `libfaketime`.
 */
import { spawn } from 'node:child_process';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SeededRandom } from '../../server/demo/seeded-random.ts';
import { canFakeClocks, setClock, withClock } from '../fake-clock.ts';
import { postmasterOf, readReadiness, stop } from '../hub-process.ts';
import { createWriters, type Writers } from './concurrent-writers.ts';
import { query } from './count-writes.ts';
import { type CrashHub, createCrashRandom, makeCrashHub, soak } from './crash-hub.ts';
import { expectExactlyOnce } from './expect-exactly-once.ts';

let hub: CrashHub;
let chance: SeededRandom;
let writers: Writers;
let clocks: Record<Clock, string>;

type Clock = 'server' | 'database';

/** Both are ahead from the start: the writers' tokens, which last for a day, are valid before and after. */
const startSeconds = 12 * 3_600;

beforeAll(async () => {
  if (!canFakeClocks) return;
  hub = await makeCrashHub();
  chance = createCrashRandom('Clocks that jump');
  writers = createWriters(hub, chance);
  clocks = { server: join(hub.dataDir, 'server-clock'), database: join(hub.dataDir, 'pg-clock') };
  for (const clock of Object.values(clocks)) setClock(clock, startSeconds);
  const startDatabase = copyPostmaster(hub.dataDir);
  await stop(hub.current());
  await startDatabase(withClock(clocks.database));
  await hub.start(withClock(clocks.server));
});
afterAll(() => hub?.removeDataDir());

const jumps: { name: string; which: readonly Clock[] }[] = [
  { name: "the server's clock", which: ['server'] },
  { name: "PostgreSQL's clock", which: ['database'] },
  { name: 'the clock of both', which: ['server', 'database'] },
];

test.skipIf(!canFakeClocks).each(jumps)(
  'when $name jumps, each write happens once',
  {
    timeout: 120_000 * soak,
  },
  async ({ which }) => {
    for (let round = 0; round < soak; round += 1) {
      for (const direction of [1, -1]) {
        const seconds = direction * chance.pick([20, 90, 3_600, 6 * 3_600]);
        writers.start();
        await sleep(chance.whole(50, 500));
        for (const clock of which) setClock(clocks[clock], startSeconds + seconds);
        await sleep(700);
        const aheadOf = (clock: Clock) => startSeconds + (which.includes(clock) ? seconds : 0);
        await expectServerAhead(aheadOf('server'));
        await expectDatabaseAhead(aheadOf('database'));
        for (const clock of which) setClock(clocks[clock], startSeconds);
        await sleep(300);
        await writers.pause();
        // On a busy machine the server may just be sending callers away.
        const readiness = () => readReadiness(hub.current().url);
        await expect.poll(readiness).toBe('ready');
        await expectExactlyOnce(hub, writers);
      }
    }
  },
);

/** By the newest record of the audit log, as members keep writing. */
async function expectServerAhead(seconds: number): Promise<void> {
  const readGap = async () => {
    const reply = await fetch(`${hub.current().url}/api/audit?take=1`, {
      headers: { authorization: `Bearer ${hub.token}` },
    });
    const { items } = (await reply.json()) as { items: { at: string }[] };
    const at = Temporal.Instant.from(items[0]?.at ?? '').epochMilliseconds;
    return Math.abs(at - Temporal.Now.instant().epochMilliseconds - seconds * 1_000);
  };
  await expect.poll(readGap).toBeLessThan(3_000);
}

/** Exactly, however long the answer takes. */
async function expectDatabaseAhead(seconds: number): Promise<void> {
  const now = () => Temporal.Now.instant().epochMilliseconds + seconds * 1_000;
  const earliest = now();
  const [row] = await query(hub.dataDir, 'select extract(epoch from clock_timestamp()) as at');
  const at = Math.floor(Number(row?.at) * 1_000);
  expect(at).toBeGreaterThanOrEqual(earliest);
  expect(at).toBeLessThanOrEqual(now());
}

/** Starts PostgreSQL as the hub did that stops now; the next hub finds it running, and keeps it. */
function copyPostmaster(dataDir: string) {
  const pid = postmasterOf(dataDir);
  const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  const cwd = readlinkSync(`/proc/${pid}/cwd`);
  const { uid, gid } = statSync(`/proc/${pid}`);
  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  return async (env: NodeJS.ProcessEnv) => {
    const own = Object.fromEntries(environment.map((line) => line.split('=', 2)));
    spawn(program, args.slice(0, -1), {
      cwd,
      uid,
      gid,
      detached: true,
      stdio: 'ignore',
      env: { ...own, ...env },
    });
    await vi.waitUntil(() => postmasterOf(dataDir) !== undefined, { timeout: 20_000 });
  };
}
