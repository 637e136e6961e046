/** Two servers of one hub, with the examples for operators around them, lose a part under load. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeRoleSettings } from '#server/database/role-settings.ts';
import { createWriters, type Writers } from './crash/concurrent-writers.ts';
import { compareWrites, whatIsThere } from './crash/count-writes.ts';
import { type CrashHub, crashFolder, createCrashRandom, setUp } from './crash/crash-hub.ts';
import { expectReconciled } from './crash/expect-exactly-once.ts';
import { withClient } from './database.ts';
import { type HubProcess, kill, removeDataDir, runHub, startHub, stop } from './hub-process.ts';
import { longestGap } from './longest-gap.ts';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { hasPgBouncer, startShippedPgBouncer } from './pgbouncer.ts';
import { proxies } from './proxies.ts';
import { say } from './say.ts';

const maxFailedPerThousand = 5;
const maxOutageMilliseconds = 3_000;
/** Where PostgreSQL itself takes longer. */
const maxDelayMilliseconds = 1_000;
const settleMilliseconds = 5_000;

let home: string;
let postgres: OwnPostgres;
let bouncer: Awaited<ReturnType<typeof startShippedPgBouncer>> | undefined;
let env: NodeJS.ProcessEnv;
let first: HubProcess;
let second: HubProcess;
let chapter: Awaited<ReturnType<typeof setUp>>;
/** Of all tests: what a later one loses of an earlier one's counts, too. */
const written: Writers[] = [];

beforeAll(async () => {
  home = await crashFolder();
  postgres = await startOwnPostgres(home);
  env = {
    DATABASE_URL: postgres.url('hub_app'),
    MIGRATION_DATABASE_URL: postgres.url('hub_owner'),
    HUB_SECRET: 'a secret that all servers of one database share',
    TRUST_PROXY: 'on',
  };
  // As a start does, but this test connects through the pooler before.
  await storeRoleSettings(postgres.url('hub_app'));
  if (hasPgBouncer) {
    bouncer = await startShippedPgBouncer(home, postgres);
    env = { ...env, POOLER_DATABASE_URL: bouncer.url };
  }
  first = await startHub(home, [], env);
  chapter = await setUp(first, home, env);
  second = await startHub(home, [], env);
});
afterAll(async () => {
  await Promise.all([first, second].map((hub) => hub && stop(hub)));
  await bouncer?.close();
  await postgres?.stop();
  await removeDataDir(home, []);
});

function createWritersTo(test: string, current: () => Pick<HubProcess, 'url'>): Writers {
  const hub: CrashHub = {
    dataDir: home,
    ...chapter,
    current: () => ({ ...first, ...current() }),
    start: () => Promise.resolve(first),
    removeDataDir: () => Promise.resolve(),
  };
  const writers = createWriters(hub, createCrashRandom(test));
  written.push(writers);
  return writers;
}

const unknownIn = ({ writes }: Writers) =>
  writes.filter(({ acknowledged }) => acknowledged === undefined);

async function expectExactlyOnce(writers: Writers): Promise<void> {
  const findWrong = () =>
    withClient(postgres.url('hub_owner'), async (client) => {
      const { rows } = await client.query(whatIsThere);
      return compareWrites(
        rows,
        written.flatMap(({ writes }) => writes),
      );
    });
  expect(await findWrong()).toEqual([]);
  await writers.retryUnknown();
  await writers.replaySome(10);
  expect(unknownIn(writers)).toEqual([]);
  expect(await findWrong()).toEqual([]);
  await expectReconciled(runHub(['reconcile', '--data', home], env));
}

describe.each(proxies)('behind $proxy', ({ proxy, isThere, start, two }) => {
  test.runIf(isThere)('one is killed: at most 5 of 1,000 requests fail', async () => {
    const upstreams = [first, second].map(({ url }) => `127.0.0.1:${new URL(url).port}`);
    const { port, authority } = await start(two, 'localhost', upstreams);
    const url = `https://localhost:${port}`;
    const isThrough = async () => {
      const trusted = [...getCACertificates(), readFileSync(authority, 'utf8')];
      setDefaultCACertificates(trusted);
      return (await fetch(`${url}/api/ready`)).ok;
    };
    await expect.poll(() => isThrough().catch(() => false)).toBe(true);

    const writers = createWritersTo(`two servers behind ${proxy}`, () => ({ url }));
    const hasSent = (count: number) =>
      expect.poll(() => writers.writes.length, { timeout: 200_000 }).toBeGreaterThan(count);
    writers.start();
    await hasSent(400);
    await kill(second);
    const killed = performance.now();
    await hasSent(1_000);
    // As its service does.
    second = await startHub(home, ['--port', new URL(second.url).port], env);
    await hasSent(1_200);
    await writers.pause();
    const outage = longestGap(writers.acknowledgedAt, killed, performance.now());
    const failed = unknownIn(writers).length;
    const total = writers.writes.length;
    say(`${proxy}: ${failed} of ${total} requests failed; no write for ${seconds(outage)}`);
    expect(
      writers.complaints.filter((complaint) => !/ was answered 50[24] /.test(complaint)),
    ).toEqual([]);
    expect((failed / total) * 1_000).toBeLessThanOrEqual(maxFailedPerThousand);
    await expectExactlyOnce(writers);
  });
});

test.runIf(hasPgBouncer)('PostgreSQL restarts behind PgBouncer: writes go on in 3 s', async () => {
  let turn = 0;
  const byTurns = () => (turn++ % 2 === 0 ? first : second);
  const writers = createWritersTo('PostgreSQL restarts', byTurns);
  writers.start();
  await sleep(settleMilliseconds);
  const from = performance.now();
  await postgres.restart();
  const restarted = performance.now() - from;
  await sleep(settleMilliseconds);
  await writers.pause();
  const outage = longestGap(writers.acknowledgedAt, from, performance.now());
  const failed = unknownIn(writers).length;
  say(
    `PostgreSQL restarted in ${seconds(restarted)}: no write for ${seconds(outage)}, ${failed} of ${writers.writes.length} requests failed`,
  );
  expect(writers.complaints).toEqual([]);
  expect(outage).toBeLessThan(Math.max(maxOutageMilliseconds, restarted + maxDelayMilliseconds));
  await expectExactlyOnce(writers);
});

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
