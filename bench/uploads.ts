/**
 * Twenty receipts of 4 MB uploaded at once, while someone reads the list of expenses: how much longer that
 * takes, what memory the server takes, and how long a receipt's picture takes to read.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { type Claim, type ClaimGroup, median, percentile99, round, withinBudget } from './claim.ts';
import { residentMegabytes } from './memory.ts';
import { timeRead } from './reads-at-size.ts';
import { runProgram, type SeededHub, withHubs } from './seeded-hub.ts';
import type { UploadLoad } from './upload-load.ts';

const files = 20;
const rounds = 3;
const reads = 500;
const maxMemoryMegabytes = 250;
const maxPictureMilliseconds = 100;
const list = '/api/expenses?take=40';

export const uploads: ClaimGroup = {
  name: 'uploads',
  measure: () =>
    withHubs('uploads', async (make) => {
      const hub = await make({ members: 60, expenses: 500, events: 0, transactions: 500 });
      const photo = await makePhoto();
      const path = join(hub.folder, 'photo.jpg');
      await writeFile(path, photo);
      const timed: { without: number; during: number; seconds: number }[] = [];
      const memory = watchMemory(hub.process.pid);
      let fileIds: readonly string[] = [];
      await uploadAll(hub, path, 2);
      for (let count = 0; count < rounds; count += 1) {
        const without = await readWhile(hub, sleep(0), reads);
        const begun = performance.now();
        const sending = uploadAll(hub, path, files);
        const during = await readWhile(hub, sending, reads);
        fileIds = await sending;
        const seconds = (performance.now() - begun) / 1_000;
        timed.push({ without: percentile99(without), during: percentile99(during), seconds });
      }
      const peaks = memory.stop();
      const pictureTimes = await timePicture(hub, fileIds[0] ?? '');
      return [
        slowdown(timed, photo.length),
        withinBudget('memory during 20 uploads', peaks.server, maxMemoryMegabytes, 'MB', [
          `the process that makes pictures: at most ${round(peaks.pictures)} MB`,
        ]),
        withinBudget("reading a receipt's picture", pictureTimes, maxPictureMilliseconds, 'ms'),
      ];
    }),
};

function slowdown(
  timed: readonly { without: number; during: number; seconds: number }[],
  bytes: number,
): Claim {
  const during = median(timed.map((each) => each.during));
  const without = median(timed.map((each) => each.without));
  return {
    name: 'a reader during 20 uploads: p99',
    figure: `${during.toFixed(1)} ms`,
    limit: `${without.toFixed(1)} ms`,
    ratio: during / without,
    goal: { atMost: 2 },
    details: timed.map(
      (each) =>
        `${files} × ${(bytes / 1e6).toFixed(1)} MB in ${round(each.seconds)} s: p99 ${each.during.toFixed(1)} ms, without ${each.without.toFixed(1)} ms`,
    ),
  };
}

/** About 4 MB, as a camera's: 9 megapixels with the noise of a sensor. */
function makePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 3_464, height: 2_598, channels: 3, noise } as const;
  return sharp({ create: { ...create, background: '#888' } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Resolves to the ids of the finished files. */
async function uploadAll(
  { process: { url }, token }: SeededHub,
  path: string,
  count: number,
): Promise<string[]> {
  const load: UploadLoad = { url, token, path, files: count };
  const ids = await runProgram('upload-load.ts', load);
  return JSON.parse(ids);
}

async function send(
  { process: { url }, token }: SeededHub,
  method: string,
  path: string,
  body?: unknown,
): Promise<Buffer> {
  const reply = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  if (!reply.ok) throw new Error(`${method} ${path} returned ${reply.status}: ${bytes.toString()}`);
  return bytes;
}

/** The times of uncached reads until the work is done, and at least of so many. */
async function readWhile(hub: SeededHub, work: Promise<unknown>, atLeast: number) {
  let isDone = false;
  const end = work.then(() => {
    isDone = true;
  });
  const times: number[] = [];
  while (!isDone || times.length < atLeast) times.push(await timeRead(hub, list));
  await end;
  return times;
}

/** The largest seen, of the server and of the process that makes its pictures. */
function watchMemory(pid: number) {
  const peaks = { server: 0, pictures: 0 };
  const timer = setInterval(() => {
    peaks.server = Math.max(peaks.server, residentMegabytes(pid));
    peaks.pictures = Math.max(peaks.pictures, ...listPictureProcesses(pid).map(residentMegabytes));
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return peaks;
    },
  };
}

function listPictureProcesses(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return children
    .filter((child) => child !== '')
    .map(Number)
    .filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('picture-process'));
}

async function timePicture(hub: SeededHub, fileId: string): Promise<number> {
  const { items } = JSON.parse(await hub.ask('GET', '/api/users?take=1'));
  const expense = {
    title: 'Dinner',
    amount: 12,
    expenseDate: '2026-11-20T18:00:00.000Z',
    participants: [items[0].id],
    paidBy: items[0].id,
    receiptIds: [fileId],
  };
  const logged = await send(hub, 'POST', '/expenses', expense);
  const { id } = JSON.parse(logged.toString());
  const times: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    const begun = performance.now();
    await send(hub, 'GET', `/expenses/${id}/receipts/${fileId}`);
    times.push(performance.now() - begun);
  }
  return median(times);
}
