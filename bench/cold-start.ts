/** From nothing running to the first answer, against the two bare programs it is made of. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startHub, stop } from '#app/testing/hub-process.ts';
import { packagedBinaries } from '#server/postgres/binaries.ts';
import { OWNER_ROLE } from '#server/postgres/cluster.ts';
import { spawnPostmaster } from '#server/postgres/postmaster.ts';
import { postgresArguments } from '#server/postgres/settings.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type ClaimGroup, median, round } from './claim.ts';

const runs = 9;
const bareServer = `require('node:http').createServer((_, reply) => reply.end('ok')).listen(0, 'localhost', function () { console.log(this.address().port) })`;

export const coldStart: ClaimGroup = {
  name: 'cold-start',
  async measure({ demoFolder }) {
    const folder = await demoFolder();
    const times = { hub: [] as number[], node: [] as number[], postgres: [] as number[] };
    // The first round is not counted: it fills the disk's cache for all three alike, and the hub's
    // own of compiled code. Rounds take turns, so that a noisy neighbour hits all three.
    for (let run = 0; run <= runs; run += 1) {
      const round = [await bareNode(), await barePostgres(folder), await hub(folder)] as const;
      if (run === 0) continue;
      times.node.push(round[0]);
      times.postgres.push(round[1]);
      times.hub.push(round[2]);
    }
    const limit = median(times.node) + median(times.postgres);
    return [
      {
        name: 'cold start to the first answer ÷ (bare Node + bare PostgreSQL)',
        figure: `${round(median(times.hub))} ms`,
        limit: `${round(limit)} ms`,
        ratio: median(times.hub) / limit,
        goal: { atMost: 2 },
        details: Object.entries(times).map(
          ([name, all]) =>
            `${name}: median ${round(median(all))} ms of ${all.map((time) => time.toFixed(0)).join(', ')}`,
        ),
      },
    ];
  },
};

async function hub(folder: string): Promise<number> {
  // As people start it: hub-process.ts is made for tests, which call more often than limits allow.
  const started = await startHub(folder, ['--demo'], { RATE_LIMIT: 'on' });
  await stop(started);
  return started.readyMilliseconds;
}

async function bareNode(): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, ['-e', bareServer], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  await (await fetch(`http://localhost:${Number(port)}`)).text();
  const time = performance.now() - begun;
  const ended = once(child, 'exit');
  child.kill();
  await ended;
  return time;
}

/** The same programs on the same data with the same settings, to the answer of a first select. */
async function barePostgres(folder: string): Promise<number> {
  const clusterDir = `${folder}/postgres`;
  const user = postgresUser(clusterDir);
  const binaries = await packagedBinaries(folder, user, { info: () => {} });
  const socketDir = socketFolder(folder, user);
  const { args } = postgresArguments({ clusterDir, socketDir, binaries, settings: {} });
  const begun = performance.now();
  const server = spawnPostmaster({ binDir: binaries.binDir, args, clusterDir, user });
  while (!(await isAnswering(socketDir))) await sleep(2);
  const time = performance.now() - begun;
  process.kill(server.pid, 'SIGINT');
  await server.ended;
  return time;
}

async function isAnswering(host: string): Promise<boolean> {
  const client = new pg.Client({ host, port: 5432, user: OWNER_ROLE, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
