/** Shutdowns and refused starts: nothing is lost and nothing is left running. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import type { SeededRandom } from '../../server/demo/seeded-random.ts';
import { postmasterOf, runHub, stop } from '../hub-process.ts';
import { createWriters, type Writers } from './concurrent-writers.ts';
import { query } from './count-writes.ts';
import { type CrashHub, createCrashRandom, makeCrashHub } from './crash-hub.ts';
import { expectExactlyOnce } from './expect-exactly-once.ts';

let hub: CrashHub;
let chance: SeededRandom;
let writers: Writers;

beforeAll(async () => {
  hub = await makeCrashHub();
  chance = createCrashRandom('Stopping the hub');
  writers = createWriters(hub, chance);
});
afterAll(() => hub?.removeDataDir());

test('SIGTERM lets running requests finish, stops PostgreSQL and exits with 0', async () => {
  const { answer, release } = await heldRequest();
  const stopping = stop(hub.current());
  await expect.poll(() => isListening(hub.current().url)).toBe(false);
  expect(await Promise.race([answer, sleep(100)])).toBeUndefined();
  await release();
  expect((await answer).acknowledged).toMatch(/^200 /);
  expect(await stopping).toEqual({ code: 0, signal: null });
  expect(postmasterOf(hub.dataDir)).toBeUndefined();
  await hub.start();
});

test('SIGTERM during concurrent writes loses nothing that was acknowledged', async () => {
  writers.start();
  await sleep(chance.whole(100, 500));
  expect(await stop(hub.current())).toEqual({ code: 0, signal: null });
  expect(postmasterOf(hub.dataDir)).toBeUndefined();
  await writers.pause();
  await hub.start();
  await expectExactlyOnce(hub, writers);
});

test('a second SIGTERM exits immediately and still stops PostgreSQL', async () => {
  const { answer, release } = await heldRequest();
  const stopping = stop(hub.current());
  await expect.poll(() => isListening(hub.current().url)).toBe(false);
  expect(await stop(hub.current())).toEqual({ code: 128 + 15, signal: null });
  await stopping;
  expect((await answer).acknowledged).toBeUndefined();
  await release();
  await expectNothingRuns();
  await hub.start();
  await expectExactlyOnce(hub, writers);
});

test('SIGTERM at any moment of a start leaves nothing running', async () => {
  await stop(hub.current());
  for (let round = 0; round < 4; round += 1) {
    const command = runHub(['serve', '--port', '0', '--data', hub.dataDir]);
    await sleep(chance.whole(30, 900));
    const { code } = await stop(command);
    // Before it can hear it dies of the signal; while it starts it says so; 0 when it serves.
    expect([null, 128 + 15, 0]).toContain(code);
    await expectNothingRuns();
  }
  await hub.start();
});

test('a port in use is reported plainly, and nothing is left running', async () => {
  await stop(hub.current());
  const blocker = createServer().listen(0, 'localhost');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  const refused = runHub(['serve', '--port', String(port), '--data', hub.dataDir]);
  expect(await refused.ended).toEqual({ code: 1, signal: null });
  expect(refused.stderr()).toBe(`Port ${port} is in use. Choose another with --port.\n`);
  expect(refused.stdout()).toBe('');
  await expectNothingRuns();
  await hub.start();
});

test('a second server on the same data refuses to start, and the first keeps serving', async () => {
  const first = hub.current();
  const known = writers.writes.length;
  writers.start();
  const second = runHub(['serve', '--port', '0', '--data', hub.dataDir]);
  expect(await second.ended).toEqual({ code: 1, signal: null });
  await writers.pause();
  expect(second.stderr()).toMatch(new RegExp(`in use by Chapter Hub process ${first.pid}\\.`));
  expect(second.stdout()).toBe('');
  const meanwhile = writers.writes.slice(known);
  expect(meanwhile.length).toBeGreaterThan(0);
  expect(meanwhile.filter((write) => write.acknowledged === undefined)).toEqual([]);
  await expectExactlyOnce(hub, writers);
});

/** A settlement that waits for a row until it is released: a request that is surely under way. */
async function heldRequest() {
  const id = newId();
  await writers.send(id, '/expenses', {
    id,
    title: id,
    amount: 12,
    expenseDate: '2026-03-01T12:00:00.000Z',
    participants: hub.members,
    paidBy: hub.members[0],
  });
  const running = await findEmbeddedPostgres(hub.dataDir);
  const holder = new pg.Client(running?.ownerUrl);
  holder.on('error', () => {});
  await holder.connect();
  await holder.query(`begin; select 1 from hub.expense where id = '${id}' for update`);
  const answer = writers.send(`settle ${id}`, `/expenses/${id}/settle`);
  await expect.poll(waiting, { interval: 10 }).toBe(1);
  return { answer, release: () => holder.end().catch(() => {}) };
}

async function waiting(): Promise<number> {
  const rows = await query(
    hub.dataDir,
    `select 1 from pg_stat_activity where application_name = 'chapter-hub' and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

async function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    () => true,
    () => false,
  );
}

/** PostgreSQL may still be on its way down: the server does not wait for it when it is in a hurry. */
async function expectNothingRuns(): Promise<void> {
  await expect.poll(() => postmasterOf(hub.dataDir)).toBeUndefined();
}
