/**
 * Two hubs on a cluster of three that loses its primary in every way under load. Only when asked for
 * (`npm run soak -- --only failover`): it needs Debian's packages and takes minutes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { amountOf } from '../amounts.ts';
import { createWriters, type Writers } from '../crash/concurrent-writers.ts';
import { compareWrites, whatIsThere } from '../crash/count-writes.ts';
import { type CrashHub, crashFolder, createCrashRandom, setUp } from '../crash/crash-hub.ts';
import { expectReconciled } from '../crash/expect-exactly-once.ts';
import { type HubProcess, runHub, startHub, stop } from '../hub-process.ts';
import { longestGap } from '../longest-gap.ts';
import { say } from '../say.ts';
import {
  type Cluster,
  type ClusterNode,
  createHubDatabase,
  missingPrograms,
  startCluster,
  until,
} from './cluster.ts';

const rounds = amountOf('failover');
const maxOutageMilliseconds = 30_000;
const warmUpMilliseconds = 3_000;
/** How long a standby-less primary is watched for acknowledging anything. */
const watchMilliseconds = 10_000;

describe.skipIf(rounds === 0)('a cluster of three', () => {
  let cluster: Cluster;
  let hub: CrashHub;
  let hubs: HubProcess[] = [];
  let env: NodeJS.ProcessEnv = {};
  /** One for all faults: a later failover must not lose what an earlier one kept. */
  let writers: Writers;

  beforeAll(async () => {
    if (missingPrograms.length > 0) {
      throw new Error(
        `apt-get install patroni python3-etcd etcd-server haproxy postgresql-15: ${missingPrograms.join(', ')} missing`,
      );
    }
    const home = await crashFolder();
    cluster = await startCluster(home);
    await cluster.waitForStandbys(2);
    await createHubDatabase(cluster);
    env = {
      DATABASE_URL: cluster.url('hub_app'),
      MIGRATION_DATABASE_URL: cluster.url('hub_owner'),
      HUB_SECRET: 'a secret that all servers of one database share',
    };
    const first = await startHub(home, [], env);
    hubs = [first];
    // Before the second one starts, which would print another set-up link.
    const chapter = await setUp(first, home, env);
    hubs.push(await startHub(home, [], env));
    let turn = 0;
    hub = {
      dataDir: home,
      ...chapter,
      // By turns, as a balancer in front of them would.
      current: () => hubs[turn++ % hubs.length] ?? first,
      start: () => Promise.resolve(first),
      removeDataDir: () => Promise.resolve(),
    };
    writers = createWriters(hub, createCrashRandom('failover'));
  });
  afterAll(async () => {
    await Promise.all(hubs.map(stop));
    await cluster?.close();
  });

  /** Runs a fault under load, and then holds that nothing acknowledged is lost or doubled. */
  async function underLoad(name: string, fault: () => Promise<Fault>) {
    await cluster.waitForStandbys(2);
    const before = writers.writes.length;
    const readers = startReaders(() => hubs, hub.token);
    writers.start();
    await sleep(warmUpMilliseconds);
    const { from, undo } = await fault();
    await until(`${name}: a write after it`, () =>
      Promise.resolve((writers.acknowledgedAt.at(-1) ?? 0) > from + 500),
    );
    await until(`${name}: reads after it on both hubs`, () =>
      Promise.resolve(readers.last().every((at) => at > from + 500)),
    );
    await sleep(warmUpMilliseconds);
    await undo();
    await writers.pause();
    const end = performance.now();
    await readers.stop();
    await cluster.waitForStandbys(2);
    const writeOutage = longestGap(writers.acknowledgedAt, from, end);
    const readOutage = Math.max(...readers.times().map((times) => longestGap(times, from, end)));
    const wrong = await findWrong();
    const unknown = writers.writes.filter((write) => write.acknowledged === undefined).length;
    await writers.retryUnknown();
    await writers.replaySome(10);
    say(
      `${name}: ${writers.writes.length - before} writes, ${unknown} of them unknown at first; no write for ${seconds(writeOutage)}, no read for ${seconds(readOutage)}`,
    );
    expect(wrong).toEqual([]);
    expect(writers.complaints).toEqual([]);
    expect(writers.writes.filter((write) => write.acknowledged === undefined)).toEqual([]);
    expect(await findWrong()).toEqual([]);
    await expectReconciled(runHub(['reconcile', '--data', hub.dataDir], env));
    expect(writeOutage).toBeLessThan(maxOutageMilliseconds);
    expect(readOutage).toBeLessThan(maxOutageMilliseconds);
  }

  async function findWrong(): Promise<string[]> {
    const client = new pg.Client({ connectionString: cluster.url('hub_owner') });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query(whatIsThere);
      return compareWrites(rows, writers.writes);
    } finally {
      await client.end();
    }
  }

  const faults: Record<string, (primary: ClusterNode) => Promise<() => Promise<void>>> = {
    'killed (SIGKILL)': async (primary) => {
      await primary.kill();
      return async () => primary.start();
    },
    'frozen (SIGSTOP)': async (primary) => {
      primary.freeze();
      return async () => primary.thaw();
    },
    'cut off from the network': async (primary) => {
      primary.cutOff();
      return async () => primary.mend();
    },
    'shut down gracefully': async (primary) => {
      await primary.shutDown();
      return async () => primary.start();
    },
  };

  for (let round = 1; round <= rounds; round += 1) {
    test.each(Object.entries(faults))(`round ${round}: the primary is %s`, async (name, strike) => {
      await underLoad(name, async () => {
        const primary = await cluster.primary();
        const from = performance.now();
        return { from, undo: await strike(primary) };
      });
    });

    test(`round ${round}: without a standby nothing is acknowledged, and all goes on with one`, async () => {
      await underLoad('the standbys shut down gracefully', async () => {
        const primary = await cluster.primary();
        const standbys = cluster.nodes.filter((node) => node !== primary);
        for (const standby of standbys) await standby.shutDown();
        const alone = performance.now();
        await sleep(watchMilliseconds);
        // A first moment is Patroni's, which takes the standby that left off the list.
        const late = writers.acknowledgedAt.filter((at) => at > alone + 500).length;
        say(`alone for ${seconds(watchMilliseconds)}: ${late} writes acknowledged`);
        expect(late).toBe(0);
        await primary.kill();
        const from = performance.now();
        for (const node of [...standbys, primary]) node.start();
        return { from, undo: () => Promise.resolve() };
      });
    });
  }
});

type Fault = {
  /** When it began, or when everything was there again. */
  readonly from: number;
  /** What the machine does by itself when it starts again, or its network is back. */
  readonly undo: () => Promise<void>;
};

/** One for each hub, which asks for the wallets ten times a second. */
function startReaders(hubs: () => readonly HubProcess[], token: string) {
  let isRunning = true;
  const times = hubs().map(() => [performance.now()]);
  const running = hubs().map(async ({ url }, index) => {
    while (isRunning) {
      const isRead = await fetch(`${url}/api/wallets`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(10_000),
      })
        .then(async (reply) => (await reply.text(), reply.ok))
        .catch(() => false);
      if (isRead) times[index]?.push(performance.now());
      await sleep(100);
    }
  });
  return {
    times: () => times,
    last: () => times.map((each) => each.at(-1) ?? 0),
    stop: async () => {
      isRunning = false;
      await Promise.all(running);
    },
  };
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
