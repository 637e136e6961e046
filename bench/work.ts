/**
 * How long one request keeps everyone else waiting: the costliest known requests, each followed by a watch
 * on `/api/health`, which needs no database. Figures are ratios to a unit of work that is measured just
 * before each, so that a busy machine slows down both.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CostlyRequest,
  costlyRequests,
  type Place,
  toPayload,
} from '#app/testing/costly-requests.ts';
import { maxUploadBytes } from '#features/files/file.ts';
import { type Claim, type ClaimGroup, median, round } from './claim.ts';
import { type SeededHub, withHubs } from './seeded-hub.ts';

/** What the law allows on the machine it was written on, where the unit takes 10 ms. */
const [maxHoldMilliseconds, maxReplyMilliseconds, unitMilliseconds] = [50, 1_000, 10];
const rounds = 5;

type Measured = { readonly hold: number; readonly reply: number };

export const work: ClaimGroup = {
  name: 'work',
  measure: () =>
    withHubs('work', async (make) => {
      const hub = await make({ members: 500, expenses: 1_000, events: 100, transactions: 1_000 });
      const place = await findPlace(hub);
      const measured: { name: string; hold: number; reply: number }[] = [];
      for (const request of costlyRequests) {
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
  let isDone = false;
  let worst = 0;
  const watch = async () => {
    while (!isDone) {
      const begun = performance.now();
      await (await fetch(`${process.url}/api/health`)).text();
      worst = Math.max(worst, performance.now() - begun);
      await sleep(2);
    }
  };
  const watching = watch();
  await sleep(20);
  worst = 0;
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
  const replied = performance.now() - begun;
  isDone = true;
  await watching;
  if (reply.ok === isRefused || reply.status >= 500) {
    throw new Error(`${method} ${path(place)} returned ${reply.status}: ${text}`);
  }
  return { hold: worst * scale, reply: replied * scale };
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

async function findPlace({ ask }: SeededHub): Promise<Place> {
  const { items: people } = JSON.parse(await ask('GET', '/api/users'));
  const { items: calendars } = JSON.parse(await ask('GET', '/api/yearly-calendars'));
  const { wallets } = JSON.parse(await ask('GET', '/api/wallets?take=1'));
  const begun = { fileName: 'minutes.pdf', bytes: maxUploadBytes, purpose: 'document' };
  const { id: uploadId } = JSON.parse(await ask('POST', '/api/files', JSON.stringify(begun)));
  return {
    calendarId: calendars[0].id,
    memberIds: people.map((member: { id: string }) => member.id),
    walletId: wallets.items[0].id,
    uploadId,
  };
}
