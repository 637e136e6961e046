/**
 * One member repeats costly requests over four connections without a pause, with limits on, while members of other
 * chapters read: how much longer those wait than in quiet, both by turns on one server.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type CostlyRequest, costlyRequests } from '#app/testing/costly-requests.ts';
import { createPlace, type Place } from '#app/testing/crowded-chapter.ts';
import { type Claim, type ClaimGroup, median, percentile99 } from './claim.ts';
import type { Load, LoadResult } from './http-load.ts';
import { timeRead } from './reads-at-size.ts';
import {
  type Ask,
  addChapter,
  createClient,
  runProgram,
  type SeededHub,
  withHubs,
} from './seeded-hub.ts';

const rounds = 3;
const seconds = 15;
/** Together they read once in 10 ms, each well below the 1,200 reads a minute that a member may do. */
const others = 8;
const pauseMilliseconds = 10;
/** After these and the quiet that follows, the member may again do a minute's worth. */
const restMilliseconds = 61_000 - seconds * 1_000;

const crowded = { members: 500, expenses: 1_000, events: 100, transactions: 1_000 };
const size = { members: 40, expenses: 200, events: 50, transactions: 200 };

const isPreview = ({ name }: CostlyRequest) => name.endsWith(', looked at');
const isRead = ({ method }: CostlyRequest) => method === 'GET';

const loops: readonly {
  readonly name: string;
  readonly has: (request: CostlyRequest) => boolean;
}[] = [
  { name: 'previews of imports', has: isPreview },
  { name: 'costly writes', has: (request) => !isPreview(request) && !isRead(request) },
  { name: 'costly reads', has: isRead },
];

export const worstLoop: ClaimGroup = {
  name: 'worst-loop',
  measure: () =>
    withHubs('worst-loop', async (make) => {
      const tokens: string[] = [];
      let filled: Place | undefined;
      const hub = await make(crowded, async (filling) => {
        filled = await createPlace(filling.ask, { expenses: 200 });
        while (tokens.length < others) tokens.push(await addChapter(filling, size));
      });
      if (filled === undefined) throw new Error('the chapter was not filled');
      const asks = tokens.map((token) => createClient(hub.process.url, token));
      const claims: Claim[] = [];
      for (const { name, has } of loops) {
        const place = filled;
        const requests = costlyRequests.filter(has).flatMap((each) => toRequests(each, place));
        claims.push(await compare(name, hub, asks, requests));
      }
      return claims;
    }),
};

/** Bytes that are not JSON are left out: the load generator sends none. */
function toRequests({ method, path, body }: CostlyRequest, place: Place): Load['requests'] {
  const content = body?.(place);
  if (Buffer.isBuffer(content)) return [];
  return [
    {
      method,
      path: `/api${path(place)}`,
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    },
  ];
}

async function compare(
  name: string,
  hub: SeededHub,
  asks: readonly Ask[],
  requests: Load['requests'],
): Promise<Claim> {
  const times = { quiet: [] as number[], during: [] as number[] };
  const details: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await readWhile(hub, asks, sleep(seconds * 1_000));
    const loop = runLoop(hub, requests);
    const during = await readWhile(hub, asks, loop);
    const { statuses } = await loop;
    const [before, meanwhile] = [percentile99(quiet), percentile99(during)];
    times.quiet.push(before);
    times.during.push(meanwhile);
    const replies = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    details.push(
      `p99 ${before.toFixed(1)} and ${meanwhile.toFixed(1)} ms, median ${median(quiet).toFixed(1)} and ${median(during).toFixed(1)} ms; the loop got ${replies.join(', ')}`,
    );
    await sleep(restMilliseconds);
  }
  const [figure, limit] = [median(times.during), median(times.quiet)];
  return {
    name: `others' p99 beside one member's loop of ${name} ÷ in quiet`,
    figure: `${figure.toFixed(1)} ms`,
    limit: `${limit.toFixed(1)} ms`,
    ratio: figure / limit,
    goal: { atMost: 2 },
    details,
  };
}

async function runLoop(hub: SeededHub, requests: Load['requests']): Promise<LoadResult> {
  const headers = { authorization: `Bearer ${hub.token}` };
  const load: Load = { url: hub.process.url, connections: 4, seconds, headers, requests };
  return JSON.parse(await runProgram('http-load.ts', load));
}

/** Uncached, as right after a write. */
async function readWhile(
  { dropCache }: SeededHub,
  asks: readonly Ask[],
  work: Promise<unknown>,
): Promise<number[]> {
  let isDone = false;
  const end = work.finally(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone) {
    for (const ask of asks) {
      times.push(await timeRead({ ask, dropCache }, '/api/expenses?take=40'));
      await sleep(pauseMilliseconds);
    }
  }
  await end;
  return times;
}
