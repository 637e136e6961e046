/**
 * Kills the server, its database and the process that makes pictures while files are uploaded: no file
 * is without its content, no content without its file, and clients that send theirs again go on.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { partBytes } from '#features/files/file.ts';
import { pdfOf } from '#features/files/server/testing/upload.ts';
import { newId } from '#server/database/ids.ts';
import { openBucket } from '#server/s3/bucket.ts';
import { hasS3Server, type S3Server, startS3Server } from '#server/s3/testing/s3-server.ts';
import type { SeededRandom } from '../../server/demo/seeded-random.ts';
import { kill, killAll, runHub, stop } from '../hub-process.ts';
import { noisyPngOf, pngOf } from '../pictures.ts';
import { say } from '../say.ts';
import { query } from './count-writes.ts';
import { type CrashHub, createCrashRandom, makeCrashHub, soak } from './crash-hub.ts';
import { expectReconciled } from './expect-exactly-once.ts';
import { canMountDisks, fill, moveToSmallDisk, unmount } from './small-disk.ts';

/** What one person sends, and what the server replied. */
type Sending = {
  readonly id: string;
  readonly expenseId: string;
  readonly name: string;
  readonly content: Buffer;
  isFinished: boolean;
  isAdded: boolean;
};

let hub: CrashHub;
beforeAll(async () => {
  hub = await makeCrashHub();
});
afterAll(() => hub?.removeDataDir());

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  const isBytes = body instanceof Uint8Array;
  return fetch(`${hub.current().url}/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${hub.token}`,
      ...(body !== undefined && {
        'content-type': isBytes ? 'application/octet-stream' : 'application/json',
      }),
    },
    ...(body !== undefined && { body: isBytes ? Uint8Array.from(body) : JSON.stringify(body) }),
  });
}

async function expectDone(reply: Promise<Response>): Promise<unknown> {
  const { status, text } = await reply.then(async (got) => ({
    status: got.status,
    text: await got.text(),
  }));
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

async function logExpense(): Promise<string> {
  const body = {
    title: 'Dinner',
    amount: 12,
    expenseDate: Temporal.Now.instant().toString({ smallestUnit: 'millisecond' }),
    participants: hub.members,
    paidBy: hub.members[0],
  };
  return ((await expectDone(ask('POST', '/expenses', body))) as { id: string }).id;
}

/** Does what is left to do of it. Sent again after anything, it goes on. */
async function send(sending: Sending): Promise<void> {
  const { id, name, content } = sending;
  await announceAndSendParts(sending);
  await expectDone(ask('POST', `/files/${id}/finish`));
  sending.isFinished = true;
  const receipts = `/expenses/${sending.expenseId}/receipts`;
  await expectDone(ask('POST', receipts, { receiptIds: [id] }));
  sending.isAdded = true;
  if (!name.endsWith('.pdf')) return;
  const read = await ask('GET', `${receipts}/${id}`);
  expect(Buffer.from(await read.arrayBuffer()).equals(content)).toBe(true);
}

async function announceAndSendParts(sending: Sending): Promise<void> {
  for (const part of await announce(sending)) await expectDone(sendPart(sending, part));
}

/** The numbers of the parts that have not come in. */
async function announce({ id, name, content }: Sending): Promise<readonly number[]> {
  const announced = { id, fileName: name, bytes: content.length, purpose: 'receipt' };
  const begun = await expectDone(ask('POST', '/files', announced));
  return (begun as { missingParts: number[] }).missingParts;
}

function sendPart({ id, content }: Sending, part: number): Promise<Response> {
  const bytes = content.subarray(part * partBytes, (part + 1) * partBytes);
  return ask('PUT', `/files/${id}/parts/${part}`, bytes);
}

function newSending(expenseId: string, isPicture: boolean): Sending {
  const content = isPicture ? pngOf(900, 600) : pdfOf(700_000);
  const name = isPicture ? 'photo.png' : 'bill.pdf';
  return { id: newId(), expenseId, name, content, isFinished: false, isAdded: false };
}

/** Nothing half: the same law as the database's own keys and `hub reconcile` hold, read without them. */
async function expectWhole(sent: readonly Sending[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const halves = await query(
    hub.dataDir,
    `select f.id, 'without its content' as what from hub.file f
      where f.finished_at is not null and f.bytes is distinct from (
        select sum(octet_length(p.content)) from hub.file_part p
        where p.chapter_id = f.chapter_id and p.file_id = f.id)
      and not exists (select from hub.file_object o
        where o.chapter_id = f.chapter_id and o.file_id = f.id and o.is_content)
    union all select p.file_id, 'without its file' from hub.file_part p
      left join hub.file f on f.chapter_id = p.chapter_id and f.id = p.file_id where f.id is null
    union all select u.file_id, 'used unfinished' from hub.file_use u
      left join hub.file f on f.chapter_id = u.chapter_id and f.id = u.file_id
      where f.finished_at is null`,
  );
  expect(halves).toEqual([]);
  const files = await query(hub.dataDir, 'select id from hub.file where finished_at is not null');
  const uses = await query(hub.dataDir, 'select file_id as id from hub.file_use');
  const idsOf = (rows: { id: string }[]) => new Set(rows.map(({ id }) => id));
  const [finished, added] = [idsOf(files), idsOf(uses)];
  expect(sent.filter(({ id, isFinished }) => isFinished && !finished.has(id))).toEqual([]);
  expect(sent.filter(({ id, isAdded }) => isAdded && !added.has(id))).toEqual([]);
  await expectReconciled(runHub(['reconcile', '--data', hub.dataDir], env));
}

/** Every check reads all files, so that the time of rounds on one hub would grow with their square. */
async function repeatOnNewHubs(act: () => Promise<void>): Promise<void> {
  for (let time = 0; time < soak; time += 1) {
    if (time > 0) {
      await hub.removeDataDir();
      hub = await makeCrashHub();
    }
    await act();
  }
}

/** Clients that were cut off go on, until everything of each round is there. */
async function killDuringUploads(
  chance: SeededRandom,
  rounds: number,
  env: NodeJS.ProcessEnv = {},
): Promise<void> {
  let [interrupted, acknowledged] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const expenseId = await logExpense();
    const sent = Array.from({ length: 16 }, (_, place) => newSending(expenseId, place % 2 === 0));
    const ends = Promise.allSettled(sent.map(send));
    await sleep(chance.whole(30, 1_200));
    if (round % 3 === 2) await killAll(hub.current(), hub.dataDir);
    else await kill(hub.current());
    await ends;
    acknowledged += sent.filter(({ isFinished }) => isFinished).length;
    const rest = sent.filter(({ isAdded }) => !isAdded);
    interrupted += rest.length;
    await hub.start(env);
    await expectWhole(sent, env);
    await Promise.all(rest.map(send));
    await expectWhole(sent, env);
    // A member's uploads of an hour are limited, and these tests have more.
    await query(hub.dataDir, `update hub.file set begun_at = begun_at - interval '2 hours'`);
  }
  say(`uploads finished before a kill: ${acknowledged}, cut off and sent again: ${interrupted}`);
  expect(interrupted).toBeGreaterThan(0);
}

test('killing the server during uploads leaves no file without its content and no content without its file', {
  timeout: 240_000 * soak,
}, () => {
  const chance = createCrashRandom('Uploads under way');
  return repeatOnNewHubs(() => killDuringUploads(chance, 6));
});

test.skipIf(!hasS3Server)(
  'nor does it with contents in a bucket, in which every object is known',
  { timeout: 300_000 * soak },
  () => {
    const chance = createCrashRandom('Uploads to a bucket under way');
    return repeatOnNewHubs(async () => {
      const server = await startS3Server();
      try {
        await killDuringUploadsToBucket(server, chance);
      } finally {
        await server.close();
      }
    });
  },
);

async function killDuringUploadsToBucket(server: S3Server, chance: SeededRandom): Promise<void> {
  const env = {
    FILES_S3_URL: `http://test%3Atester:testing@127.0.0.1:${server.port}/hub/folder`,
  };
  await stop(hub.current());
  await hub.start(env);
  await killDuringUploads(chance, 3, env);
  const known = await query(hub.dataDir, 'select id from hub.file_object');
  const keys = (await openBucket(server.address).list()).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.filter((key) => !known.some(({ id }) => id === key))).toEqual([]);

  await stop(hub.current());
  const back = runHub(['move-files', 'database', '--data', hub.dataDir], env);
  expect(await back.ended).toMatchObject({ code: 0 });
  await hub.start();
  await expectWhole([]);
}

test.skipIf(process.platform !== 'linux')(
  'a crash of the process that makes pictures refuses its picture alone',
  { timeout: 120_000 },
  async () => {
    const expenseId = await logExpense();
    const statuses: number[] = [];
    // Until one was killed in the middle of its picture, however slow its start is.
    for (let round = 0; round < 5 || (round < 25 && !statuses.includes(422)); round += 1) {
      const sending = { ...newSending(expenseId, true), content: pngOf(4_000, 3_000) };
      await announceAndSendParts(sending);
      const finishing = ask('POST', `/files/${sending.id}/finish`);
      await expect.poll(findPictureProcess, { timeout: 20_000, interval: 5 }).toBeDefined();
      // Killed while it starts, and in the middle of the picture.
      await sleep(30 + 90 * round);
      killPictureProcess();
      const { status } = await finishing;
      statuses.push(status);
      // Its parts are still there, so it is finished by the next process.
      await send(sending);
    }
    expect(statuses.filter((status) => status !== 200 && status !== 422)).toEqual([]);
    expect(statuses).toContain(422);
    await expectWhole([]);
    expect(hub.current().child.exitCode).toBeNull();
  },
);

/** As a decoder does that a file crashes; one that somebody else ends blames no file. */
function killPictureProcess(): void {
  const found = findPictureProcess();
  if (found !== undefined) process.kill(found, 'SIGSEGV');
}

/** The child of this hub's server, whatever other hubs run. */
function findPictureProcess(): number | undefined {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.find((pid) => {
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return parent === String(hub.current().pid) && command.includes('picture-process');
    } catch {
      // It has ended since it was listed.
      return false;
    }
  });
  return found === undefined ? undefined : Number(found);
}

test.runIf(canMountDisks)(
  'an upload that meets a full disk is refused in words, leaves nothing half, and goes on with space',
  { timeout: 180_000 },
  async () => {
    const others = hub;
    hub = await makeCrashHub();
    onTestFinished(async () => {
      await hub.removeDataDir();
      hub = others;
    });
    const expenseId = await logExpense();
    const kept = newSending(expenseId, false);
    await send(kept);
    await stop(hub.current());
    const disk = await moveToSmallDisk(hub.dataDir);
    onTestFinished(async () => {
      await stop(hub.current());
      unmount(disk);
    });
    const server = await hub.start();
    // What came in is replaced by what is made of it, which needs space as well.
    const whole = { ...newSending(expenseId, true), content: noisyPngOf(1_600, 1_200) };
    await announceAndSendParts(whole);
    // A thousand times as long as a page, and not to be compressed.
    const begun = { ...newSending(expenseId, true), content: noisyPngOf(2_900, 2_900) };
    const parts = await announce(begun);
    const filler = join(disk, 'filler');
    const refused = await sendUntilFull(begun, parts, filler);
    fill(filler);
    await expectStorageFull(() => ask('POST', `/files/${whole.id}/finish`));

    const [stillMissing, nothingMissing] = [parts.slice(refused), []];
    for (const [{ id }, missingParts] of [
      [begun, stillMissing],
      [whole, nothingMissing],
    ] as const) {
      const upload = await expectDone(ask('GET', `/files/${id}`));
      expect(upload).toMatchObject({ missingParts, file: null });
    }
    const read = await ask('GET', `/expenses/${expenseId}/receipts/${kept.id}`);
    expect(Buffer.from(await read.arrayBuffer()).equals(kept.content)).toBe(true);
    expect(server.stderr()).not.toContain('"stack"');

    await rm(filler);
    await expect
      .poll(() => sendPart(begun, refused).then(({ status }) => status), { timeout: 30_000 })
      .toBe(204);
    await send(begun);
    await send(whole);
    await expectWhole([kept, begun, whole]);
  },
);

/** Takes what space is left before each part; returns the number of the part that was refused. */
async function sendUntilFull(sending: Sending, parts: readonly number[], filler: string) {
  for (const part of parts) {
    fill(filler);
    if ((await sendPart(sending, part)).status === 204) continue;
    await expectStorageFull(() => sendPart(sending, part));
    return part;
  }
  throw new Error('the disk is never full');
}

/** A database that could not even write its log starts again before it says so. */
async function expectStorageFull(attempt: () => Promise<Response>): Promise<void> {
  const refusal = async () => {
    const reply = await attempt();
    const { code } = (await reply.json()) as { code?: string };
    return [reply.status, code];
  };
  await expect.poll(refusal, { timeout: 60_000 }).toEqual([503, 'storage_full']);
}
