/**
 * Kills the whole server during writes: everything acknowledged exists exactly once. A seed repeats
 * the requests, though not their timing.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import type { SeededRandom } from '../../server/demo/seeded-random.ts';
import { tier } from '../amounts.ts';
import { isReady, kill, killAll, killPostmaster } from '../hub-process.ts';
import { say } from '../say.ts';
import { scaleSeconds } from '../seconds-here.ts';
import { createWriters, type Writers } from './concurrent-writers.ts';
import { connect, findWrongWrites } from './count-writes.ts';
import {
  type CrashHub,
  createCrashRandom,
  figures,
  makeCrashHub,
  median,
  soak,
} from './crash-hub.ts';
import { expectExactlyOnce } from './expect-exactly-once.ts';
import { startLossyProxy } from './lossy-proxy.ts';

const limit = 240_000 * Math.max(1, soak);

let hub: CrashHub;
let chance: SeededRandom;
let writers: Writers;

beforeAll(async () => {
  hub = await makeCrashHub();
  chance = createCrashRandom('Killing the hub');
  writers = createWriters(hub, chance);
});
afterAll(() => hub?.removeDataDir());

test('killing the server, with or without its database, neither loses nor duplicates anything', {
  timeout: limit,
}, async () => {
  const starts: number[] = [];
  const limits: number[] = [];
  const payments = ['/payments', '/confirm', '/take-back'];
  const charges = ['/charges', '/waive', '/cancel'];
  const kinds = [...payments, ...charges, '/corrections', '/recurring-expenses'];
  // On a busy machine some kind may not have had its turn yet.
  const isMissed = () => tier !== 'gate' && kinds.some((kind) => countAcknowledged(kind) === 0);
  for (let round = 0; round < 8 * soak || isMissed(); round += 1) {
    const takesDatabase = round % 3 === 2;
    writers.start();
    await sleep(chance.whole(50, 700));
    if (takesDatabase) await killAll(hub.current(), hub.dataDir);
    else await kill(hub.current());
    await writers.pause();
    const { readyMilliseconds } = await hub.start();
    starts.push(readyMilliseconds);
    limits.push(await scaleSeconds(5));
    await expectExactlyOnce(hub, writers);
  }
  const counts = kinds.map(countAcknowledged);
  say(
    `payments recorded, confirmed, taken back; charged, waived, canceled; corrected, recurring: ${counts.join(', ')}`,
  );
  say(`kill -9 of the server: ready again after ${figures(starts)}`);
  // One slow start may be a neighbor's doing; half of them are not, unless the machine was as
  // slow.
  expect(median(starts)).toBeLessThan(Math.max(...limits));
});

test('killing the database leaves the server running, with 503 as the worst reply', {
  timeout: limit,
  tags: ['all'],
}, async () => {
  const server = hub.current();
  const outages: number[] = [];
  for (let round = 0; round < 6 * soak; round += 1) {
    writers.start();
    await sleep(chance.whole(50, 500));
    const killed = performance.now();
    if (round % 2 === 0) killPostmaster(hub.dataDir);
    else await killSession();
    await expect.poll(() => isBack(server.url), { timeout: 60_000 }).toBe(true);
    await sleep(100);
    await writers.pause();
    await expectExactlyOnce(hub, writers);
    outages.push(longestSilenceSince(killed));
  }
  say(`kill -9 of PostgreSQL: no write acknowledged for ${figures(outages)}`);
  expect(hub.current()).toBe(server);
  expect(server.child.exitCode).toBeNull();
  expect(server.stderr()).not.toMatch(/unhandled|uncaught|because of a bug/i);
});

test('a reply lost after the commit is returned by a retry, and nothing happens twice', {
  timeout: limit,
}, async () => {
  const proxy = await startLossyProxy(hub.current().url);
  onTestFinished(proxy.close);
  await writers.loseAnswers(60 * soak, proxy.url);
  expect(proxy.swallowed()).toBe(60 * soak);
  const lost = writers.writes.filter((write) => write.acknowledged === undefined);
  expect(lost).toHaveLength(60 * soak);
  const done = lost.map((write) => ({ ...write, acknowledged: 'to the proxy' }));
  const others = writers.writes.filter((write) => write.acknowledged !== undefined);
  expect(await findWrongWrites(hub.dataDir, [...done, ...others])).toEqual([]);
  await expectExactlyOnce(hub, writers);
});

function countAcknowledged(end: string): number {
  const found = writers.writes.filter(({ path }) => path.endsWith(end));
  return found.filter(({ acknowledged }) => acknowledged !== undefined).length;
}

/** The database first: a session of the server's that has not noticed its end may still answer. */
async function isBack(url: string): Promise<boolean> {
  if ((await findEmbeddedPostgres(hub.dataDir)) === undefined) return false;
  const client = await connect(hub.dataDir).catch(() => undefined);
  await client?.end();
  return client !== undefined && (await isReady(url));
}

/**
 * Kills a session of the server's, in the midst of work where there is one, and waits until
 * PostgreSQL has noticed: it then ends every other session too, this test's own among them.
 */
async function killSession(): Promise<void> {
  const witness = await connect(hub.dataDir);
  const { rows } = await witness.query(
    `select pid from pg_stat_activity where application_name = 'chapter-hub'
      order by state = 'active' desc, state like 'idle in%' desc, pid limit 1`,
  );
  const ended = new Promise((resolve) => witness.once('end', resolve));
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
  else await witness.end();
  await ended;
}

/** Milliseconds between two acknowledgements. */
function longestSilenceSince(begun: number): number {
  const times = [begun, ...writers.acknowledgedAt.filter((time) => time > begun)];
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)));
}
