/**
 * How long one request keeps everyone else waiting: the costliest known requests, each followed by a watch
 * on `/api/health`, which needs no database. Figures are ratios to a unit of work that is measured just
 * before each, so that a busy machine slows down both.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CostlyRequest,
  costlyImports,
  costlyRequests,
  toPayload,
} from '#app/testing/costly-requests.ts';
import { createPlace, type Place } from '#app/testing/crowded-chapter.ts';
import { newId } from '#server/database/ids.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';

/** What the law allows on the machine it was written on, where the unit takes 10 ms. */
const [maxHoldMilliseconds, maxReplyMilliseconds, unitMilliseconds] = [50, 1_000, 10];
const rounds = 5;
const roundsOfImports = 3;

type Measured = { readonly hold: number; readonly reply: number };

export const work: ClaimGroup = {
  name: 'work',
  measure: () =>
    withHubs('work', async (make) => {
      const hub = await make({ members: 500, expenses: 1_000, events: 100, transactions: 1_000 });
      const place = await createPlace(hub.ask, { expenses: 200 });
      const measured: { name: string; hold: number; reply: number }[] = [];
      const isRead = ({ method }: CostlyRequest) => method === 'GET';
      const measureRequests = async (requests: readonly CostlyRequest[]) => {
        for (const request of requests) {
          const found: Measured[] = [];
          for (let round = 0; round < rounds; round += 1) {
            found.push(await measure(hub, request, place));
          }
          measured.push({
            name: request.name,
            hold: median(found.map(({ hold }) => hold)),
            reply: median(found.map(({ reply }) => reply)),
          });
        }
      };
      await measureRequests(costlyRequests.filter((request) => !isRead(request)));
      for (const { name, file } of costlyImports) {
        const found: number[] = [];
        for (let round = 0; round < roundsOfImports; round += 1) {
          found.push(await measureImport(hub, place, file(round)));
        }
        measured.push({ name: `an import of ${name}`, hold: median(found), reply: 0 });
      }
      // Last, so that they meet what was imported.
      await measureRequests(costlyRequests.filter(isRead));
      const details = measured.map(
        ({ name, hold, reply }) =>
          `${name}: others wait ${round(hold)} ms, reply ${round(reply)} ms`,
      );
      const worst = (key: 'hold' | 'reply') => Math.max(...measured.map((each) => each[key]));
      return [
        claim('no request holds the others up', worst('hold'), maxHoldMilliseconds, details),
        claim('no request takes the database for long', worst('reply'), maxReplyMilliseconds),
      ];
    }),
};

/** Milliseconds as they would be where the unit takes its nominal time. */
async function measure(
  { process, token }: SeededHub,
  { method, path, body, isRefused = false }: CostlyRequest,
  place: Place,
): Promise<Measured> {
  const scale = unitMilliseconds / timeUnit();
  const sent = body && toPayload(body(place));
  let replied = 0;
  const hold = await watch(process.url, async () => {
    const begun = performance.now();
    const reply = await fetch(`${process.url}/api${path(place)}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(sent ? { 'content-type': sent.type } : {}),
      },
      ...(sent ? { body: Uint8Array.from(sent.payload) } : {}),
    });
    const text = await reply.text();
    replied = performance.now() - begun;
    if (reply.ok === isRefused || reply.status >= 500) {
      throw new Error(`${method} ${path(place)} returned ${reply.status}: ${text}`);
    }
  });
  return { hold: hold * scale, reply: replied * scale };
}

/** The longest that anyone else waits in the meantime, in milliseconds. */
async function watch(url: string, work: () => Promise<void>): Promise<number> {
  let isDone = false;
  let worst = 0;
  const asking = (async () => {
    while (!isDone) {
      const begun = performance.now();
      await (await fetch(`${url}/api/health`)).text();
      worst = Math.max(worst, performance.now() - begun);
      await sleep(2);
    }
  })();
  await sleep(20);
  worst = 0;
  await work().finally(() => {
    isDone = true;
  });
  await asking;
  return worst;
}

/** From sending the file to the end of its import. */
async function measureImport(
  { process, token, ask }: SeededHub,
  { calendarId }: Place,
  file: string,
): Promise<number> {
  const scale = unitMilliseconds / timeUnit();
  const awaitPhase = async (phase: string) => {
    for (;;) {
      const { import: current } = JSON.parse(await ask('GET', '/api/calendar-import'));
      if (current.phase === phase) return;
      if (current.problem) {
        throw new Error(`an import failed: ${current.problem.message}\n${process.stderr()}`);
      }
      await sleep(50);
    }
  };
  const id = newId();
  const hold = await watch(process.url, async () => {
    const sent = await fetch(
      `${process.url}/api/calendars/${calendarId}/imports?id=${id}&fileName=walks.ics`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/octet-stream',
        },
        body: file,
      },
    );
    if (!sent.ok) throw new Error(`a file was refused: ${await sent.text()}`);
    await awaitPhase('ready');
    const everything = JSON.stringify({ includesPrivate: true });
    await ask('POST', `/api/calendar-imports/${id}/start`, everything);
    await awaitPhase('done');
  });
  return hold * scale;
}

/** The time of a fixed amount of work. */
function timeUnit(): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    let sum = 0;
    for (let n = 0; n < 10_000_000; n += 1) sum = (sum * 31 + n) | 0;
    if (sum === 1) throw new Error('the sum is used, so that it is computed');
    return performance.now() - begun;
  });
  return median(times);
}

function claim(name: string, figure: number, limit: number, details?: readonly string[]): Claim {
  return {
    name,
    figure: `${round(figure)} ms`,
    limit: `${round(limit)} ms`,
    ratio: figure / limit,
    goal: { atMost: 1 },
    ...(details ? { details } : {}),
  };
}
