/**
 * A durable write over HTTP against TPC-B on the same PostgreSQL with the same settings, in turns, so that
 * other load on the machine affects both.
 */
import { DATABASE, OWNER_ROLE } from '#server/postgres/cluster.ts';
import { socketFolder } from '#server/postgres/socket.ts';
import { postgresUser } from '#server/postgres/user.ts';
import { type Claim, median, round } from './claim.ts';
import type { LoadResult } from './http-load.ts';
import { type ProcessorTime, readProcessorTime } from './processor.ts';
import { requestsPerSecond, type SeededHub } from './seeded-hub.ts';
import { asOwner, createTpcb, describeTpcbDriver, tpcbClients } from './tpcb.ts';

const rounds = 3;

export type Comparison = {
  readonly name: string;
  /** Of TPC-B: 1 makes all its transactions wait for one row. */
  readonly scale: number;
  readonly goal: number;
  readonly seconds: number;
  /** Gives Node time to compile the hot code. */
  readonly warmUpSeconds: number;
  /** Writes over as many connections as TPC-B has. */
  write(seconds: number): Promise<LoadResult>;
};

export async function compareWithTpcb(
  hub: SeededHub,
  { name, scale, goal, seconds, warmUpSeconds, write }: Comparison,
): Promise<Claim> {
  const { folder } = hub;
  const host = socketFolder(folder, postgresUser(`${folder}/postgres`));
  const server = { host, user: OWNER_ROLE };
  const tpcb = await createTpcb(server, scale);
  try {
    await write(warmUpSeconds);
    // Replaces plans made while the tables were small.
    await asOwner(server, DATABASE, ['vacuum analyze']);
    const ours: Run[] = [];
    const theirs: Run[] = [];
    const times: LoadResult['milliseconds'][] = [];
    for (let turn = 0; turn < rounds; turn += 1) {
      theirs.push(await measureRun(hub, seconds, () => tpcb.run(tpcbClients, seconds)));
      ours.push(
        await measureRun(hub, seconds, async () => {
          const written = await write(seconds);
          times.push(written.milliseconds);
          return requestsPerSecond(written);
        }),
      );
    }
    const [figure, limit] = [ours, theirs].map((runs) => median(runs.map(({ rate }) => rate)));
    if (figure === undefined || limit === undefined) throw new Error('nothing was measured');
    return {
      name,
      figure: `${round(figure)}/s`,
      limit: `${round(limit)}/s`,
      ratio: figure / limit,
      goal: { atLeast: goal },
      details: [
        `TPC-B: ${describeTpcbDriver()}; ${listRates(theirs)}/s; processor for each: ${show(theirs, 'postgres')} ms`,
        `writes: ${listRates(ours)}/s; processor for each: hub ${show(ours, 'hub')} ms, PostgreSQL ${show(ours, 'postgres')} ms`,
        `a write: median ${round(median(times.map((time) => time.median)))} ms, p99 ${round(median(times.map((time) => time.p99)))} ms`,
      ],
    };
  } finally {
    await tpcb.remove();
  }
}

/** Per second, and what each took of the processor. */
type Run = { readonly rate: number; readonly each: ProcessorTime };

async function measureRun(
  hub: SeededHub,
  seconds: number,
  run: () => Promise<number>,
): Promise<Run> {
  const start = readProcessorTime(hub);
  const rate = await run();
  const end = readProcessorTime(hub);
  const count = rate * seconds;
  return {
    rate,
    each: {
      hub: (end.hub - start.hub) / count,
      postgres: (end.postgres - start.postgres) / count,
    },
  };
}

const listRates = (runs: readonly Run[]) => runs.map(({ rate }) => round(rate)).join(', ');

const show = (runs: readonly Run[], who: keyof ProcessorTime) =>
  median(runs.map(({ each }) => each[who])).toFixed(2);
