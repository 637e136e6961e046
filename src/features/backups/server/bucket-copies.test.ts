/** Copies of backups in a bucket, on a real S3 server where the machine has one. */
import { mkdir, readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
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
import { makeBackup } from './make-backup.ts';
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

const backUp = (bucket: BucketAddress) =>
  makeBackup({
    db: hub.db,
    ownerUrl: hub.database.ownerUrl,
    folder,
    keep,
    timeZone: 'America/Los_Angeles',
    readElsewhere: copyContents(undefined),
    encryption: { passphrase, secret: 'the secret of the installation that is saved' },
    bucket,
    clock: () => now,
  });

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

  test('one that can not be copied is whole and kept, and told as failed until the next', async () => {
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

test('a copy that comes back changed is no copy', async () => {
  let size = 0;
  const changing = createServer((request, reply) => {
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
    });
    request.on('end', () => {
      reply.setHeader('content-length', request.method === 'PUT' ? 0 : size);
      reply.end(request.method === 'GET' ? Buffer.alloc(size) : undefined);
    });
  });
  await new Promise<void>((resolve) => changing.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void changing.close());
  const { port } = changing.address() as AddressInfo;
  const address = {
    endpoint: `http://127.0.0.1:${port}/hub`,
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    prefix: '',
  };
  await expect(backUp(address)).rejects.toThrow(/gave back .* changed/);
  expect((await summarize()).failure).toBe('not_copied');
});
