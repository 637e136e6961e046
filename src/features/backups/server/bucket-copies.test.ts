/** Copies of backups in a bucket, on a real S3 server where the machine has one. */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { parseKeep } from '#server/backup/keep.ts';
import { verifyBackup } from '#server/backup/read-backup.ts';
import { type Bucket, openBucket } from '#server/s3/bucket.ts';
import type { BucketAddress } from '#server/s3/bucket-address.ts';
import { hasS3Server, type S3Server, startS3Server } from '#server/s3/testing/s3-server.ts';
import { fetchBackup, findOthersBackup } from './find-backup.ts';
import { makeBackup, NotRemovedError } from './make-backup.ts';
import { listAttempts, summarizeBackups } from './store.ts';

const passphrase = 'four words and some more';
const keep = parseKeep('2d') ?? expect.fail('no rule');

let hub: TestHub;
let folder: string;
let now: Instant;
beforeEach(async () => {
  hub = await startTestHub();
  onTestFinished(hub.close);
  folder = join(await temporaryFolder(), 'backups');
  now = '2026-11-20T10:30:00.000Z';
});

const later = (hours: number) => {
  now = toInstant(Temporal.Instant.from(now).add({ hours }));
};

const backUp = (bucket: BucketAddress, retriedSince?: Instant, signal?: AbortSignal) => {
  const work = {
    db: hub.db,
    ownerUrl: hub.database.ownerUrl,
    folder,
    keep,
    timeZone: 'America/Los_Angeles',
    readElsewhere: copyContents(undefined),
    encryption: { passphrase, secret: 'the secret of the installation that is saved' },
    bucket,
    clock: () => now,
  };
  return makeBackup(signal ? { ...work, signal } : work, retriedSince);
};

const summarize = () => summarizeBackups(hub.db, { isConfigured: true, since: now }, now);

describe.skipIf(!hasS3Server)('in a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3Server();
  });
  afterAll(() => server?.close());

  /** A folder of its own in the bucket. */
  const openFolder = (name: string): { address: BucketAddress; bucket: Bucket } => {
    const address = { ...server.address, prefix: `${name}/` };
    return { address, bucket: openBucket(address) };
  };

  test('is a copy of each, which comes back whole', async () => {
    const { address, bucket } = openFolder('whole');
    await backUp(address);
    expect((await bucket.list()).map(({ key }) => key)).toEqual(await readdir(folder));
    const [file = ''] = await readdir(folder);
    const elsewhere = await temporaryFolder();
    const path = await fetchBackup(address, file, elsewhere);
    expect((await verifyBackup(path, passphrase)).tables.length).toBeGreaterThan(10);
    expect((await summarize()).state).toBe('fine');
  });

  test('copies go by the schedule, and nothing else in the bucket does', async () => {
    const { address, bucket } = openFolder('schedule');
    const other = 'chapter-hub-2020-01-01T00-00-00Z.tar.zst.age';
    await bucket.put(other, (async function* () {})());
    for (let night = 0; night < 4; night += 1) {
      await backUp(address);
      later(24);
    }
    const copies = (await bucket.list()).map(({ key }) => key);
    expect(copies).toEqual([other, ...(await readdir(folder))]);
    expect(copies).toHaveLength(3);
  });

  test('one that can not be copied is whole and kept, and reported as failed until the next', async () => {
    const { address } = openFolder('failing');
    await expect(backUp({ ...address, secretAccessKey: 'another' })).rejects.toThrow(/denied/);
    expect(await readdir(folder)).toHaveLength(1);
    expect(await summarize()).toMatchObject({ state: 'failed', at: now, failure: 'not_copied' });
    const [attempt] = await listAttempts(hub.db);
    expect(attempt).toMatchObject({ status: 'failed', failure: 'not_copied' });
    expect(attempt?.bytes).toBeGreaterThan(0);
    later(1);
    await backUp(address);
    expect(await summarize()).toMatchObject({ state: 'fine', failure: null });
  });

  test('that is away gets the same backup when it is back, and none is made for each retry', async () => {
    const { address, bucket } = openFolder('away');
    const away = { ...address, secretAccessKey: 'another' };
    const queuedAt = now;
    await expect(backUp(away)).rejects.toThrow(/denied/);
    later(1);
    await expect(backUp(away, queuedAt)).rejects.toThrow(/denied/);
    expect(await bucket.list()).toEqual([]);
    expect((await summarize()).state).toBe('failed');
    later(1);
    await backUp(address, queuedAt);
    expect(await readdir(folder)).toHaveLength(1);
    expect((await bucket.list()).map(({ key }) => key)).toEqual(await readdir(folder));
    expect(await listAttempts(hub.db)).toMatchObject([{ status: 'whole', failure: null }]);
    expect((await summarize()).state).toBe('fine');
  });

  test('gets the backup of a server that was killed while it copied', async () => {
    const { address, bucket } = openFolder('killed');
    const queuedAt = now;
    let seen: unknown;
    const copying = await startBucket((_request, _bytes, reply) => {
      const attempts = hub.db.selectFrom('backup').selectAll().execute();
      void attempts.then((rows) => {
        seen = rows;
        reply.writeHead(403).end();
      });
    });
    await expect(backUp(copying)).rejects.toThrow(/denied/);
    expect(seen).toMatchObject([{ bytes: expect.any(Number), ended_at: null, failure: null }]);
    // As a server that was killed then would have left it.
    await hub.db.updateTable('backup').set({ ended_at: null, failure: null }).execute();
    later(1);
    await backUp(address, queuedAt);
    expect(await readdir(folder)).toHaveLength(1);
    expect((await bucket.list()).map(({ key }) => key)).toEqual(await readdir(folder));
    expect(await listAttempts(hub.db)).toMatchObject([{ status: 'whole', failure: null }]);
  });

  test('keeps its copies while new ones fail, and the folder is tidied all the same', async () => {
    const { address } = openFolder('full');
    await backUp(address);
    const [copied] = await readdir(folder);
    const full = await startBucket(({ method }, _bytes, reply) => {
      reply.writeHead(method === 'DELETE' ? 204 : 403).end();
    });
    for (let night = 0; night < 4; night += 1) {
      later(24);
      await expect(backUp(full)).rejects.toThrow(/denied/);
    }
    expect(await readdir(folder)).toEqual([
      copied,
      'chapter-hub-2026-11-23T10-30-00-000Z.tar.zst.age',
      'chapter-hub-2026-11-24T10-30-00-000Z.tar.zst.age',
    ]);
  });

  test('that was away the night before does not keep a retry from making a backup', async () => {
    const { address } = openFolder('before');
    await expect(backUp({ ...address, secretAccessKey: 'another' })).rejects.toThrow(/denied/);
    later(24);
    await backUp(address, now);
    expect(await readdir(folder)).toHaveLength(2);
  });

  test('the newest of a lost server is found, in the bucket or in the folder', async () => {
    const { address, bucket } = openFolder('lost');
    const find = () => findOthersBackup(hub.db, { folder, bucket: address });
    expect(await find()).toBeUndefined();
    await mkdir(folder);
    await bucket.put('notes.txt', (async function* () {})());
    const lost = 'chapter-hub-2026-11-19T10-30-00Z.tar.zst.age';
    await bucket.put(lost, (async function* () {})());
    // One's own is newer, and no use.
    await backUp(address);
    expect(await find()).toBe(`s3:${lost}`);
    await expect(fetchBackup(address, 'notes.txt', folder)).rejects.toThrow(/not the name/);
    const none = 'chapter-hub-2026-11-18T10-30-00Z.tar.zst.age';
    await expect(fetchBackup(address, none, folder)).rejects.toThrow(/There is no/);
  });
});

/** A bucket that does what the test asks, with what the request has sent. */
async function startBucket(
  answer: (request: IncomingMessage, body: Buffer, reply: ServerResponse) => unknown,
): Promise<BucketAddress> {
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => answer(request, Buffer.concat(chunks), reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}/hub`,
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    prefix: '',
  };
}

test('a bucket that never replies does not keep the first start from offering what is in the folder', async () => {
  const address = await startBucket(() => {});
  const file = 'chapter-hub-2026-11-19T10-30-00Z.tar.zst.age';
  await mkdir(folder);
  await writeFile(join(folder, file), '');
  const begun = performance.now();
  expect(await findOthersBackup(hub.db, { folder, bucket: address })).toBe(join(folder, file));
  expect(performance.now() - begun).toBeLessThan(15_000);
}, 30_000);

test('a copy that comes back changed is no copy', async () => {
  let size = 0;
  const address = await startBucket(({ method }, body, reply) => {
    if (method === 'PUT') size = body.length;
    reply.setHeader('content-length', method === 'PUT' ? 0 : size);
    reply.end(method === 'GET' ? Buffer.alloc(size) : undefined);
  });
  await expect(backUp(address)).rejects.toThrow(/gave back .* changed/);
  expect((await summarize()).failure).toBe('not_copied');
});

test('a bucket that takes its time holds up no other backup', async () => {
  const copies = new Map<string | undefined, Buffer>();
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const address = await startBucket(async ({ method, url }, body, reply) => {
    const [path] = url?.split('?') ?? [];
    if (method === 'PUT') {
      copies.set(path, body);
      asked.resolve();
      await answered.promise;
    }
    if (method === 'HEAD') reply.setHeader('content-length', copies.get(path)?.length ?? 0);
    reply.end(method === 'GET' ? copies.get(path) : undefined);
  });
  const first = backUp(address);
  await asked.promise;
  later(1);
  const queuedAt = now;
  await expect(backUp(address)).rejects.toThrow('Another backup is being copied');
  expect(await readdir(folder)).toHaveLength(2);
  expect((await listAttempts(hub.db)).map(({ status }) => status)).toEqual(['failed', 'running']);
  answered.resolve();
  await first;
  later(1);
  await backUp(address, queuedAt);
  expect((await listAttempts(hub.db)).map(({ status }) => status)).toEqual(['whole', 'whole']);
  expect(copies.size).toBe(2);
});

test('a server that stops does not wait for the bucket', async () => {
  const asked = Promise.withResolvers<void>();
  const address = await startBucket(() => asked.resolve());
  const stopping = new AbortController();
  const ended = expect(backUp(address, undefined, stopping.signal)).rejects.toThrow(/be reached/);
  await asked.promise;
  const begun = performance.now();
  stopping.abort();
  await ended;
  expect(performance.now() - begun).toBeLessThan(10_000);
  expect(await listAttempts(hub.db)).toMatchObject([{ failure: 'not_copied' }]);
});

test('without a bucket, older backups go all the same', async () => {
  const address = await startBucket((_request, _body, reply) => reply.writeHead(403).end());
  for (let night = 0; night < 4; night += 1) {
    await expect(backUp(address)).rejects.toThrow(/denied/);
    later(24);
  }
  expect(await readdir(folder)).toEqual([
    'chapter-hub-2026-11-22T10-30-00-000Z.tar.zst.age',
    'chapter-hub-2026-11-23T10-30-00-000Z.tar.zst.age',
  ]);
});

test('a backup whose copy can not be deleted stays with it, and that is reported', async () => {
  const copies = new Map<string | undefined, Buffer>();
  const stays = 'chapter-hub-2026-11-20T10-30-00-000Z.tar.zst.age';
  const address = await startBucket(({ method, url }, body, reply) => {
    const [path] = url?.split('?') ?? [];
    if (method === 'PUT') copies.set(path, body);
    const isDenied = method === 'DELETE' && path?.includes(stays);
    reply.statusCode = isDenied ? 403 : method === 'DELETE' ? 204 : 200;
    if (method === 'HEAD') reply.setHeader('content-length', copies.get(path)?.length ?? 0);
    reply.end(method === 'GET' ? copies.get(path) : undefined);
  });
  await backUp(address);
  later(24);
  await backUp(address);
  later(24);
  await expect(backUp(address)).rejects.toThrow(NotRemovedError);
  expect(await readdir(folder)).toEqual([
    stays,
    'chapter-hub-2026-11-21T10-30-00-000Z.tar.zst.age',
    'chapter-hub-2026-11-22T10-30-00-000Z.tar.zst.age',
  ]);
  expect((await listAttempts(hub.db))[0]).toMatchObject({ status: 'whole', failure: null });
});
