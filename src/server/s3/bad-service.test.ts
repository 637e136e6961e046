/** Services that do not keep to what is asked of them: none may hold the hub up, fill its memory, or lead it elsewhere. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createListener } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openBucket } from './bucket.ts';

type Answer = (request: IncomingMessage, reply: ServerResponse) => void;

/** Its address; what the requests send is read, unless `isDeaf`. */
async function startService(answer: Answer, { isDeaf = false } = {}) {
  const server = createServer((request, reply) => {
    if (!isDeaf) request.resume();
    answer(request, reply);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return addressOf((server.address() as AddressInfo).port);
}

const addressOf = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}/hub`,
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  prefix: '',
});

const quick = { maxMilliseconds: 200, leastBytesPerSecond: 1024 * 1024 };
const range = { start: 0, end: 100 };

async function expectSoon(act: () => Promise<unknown>, failure: object): Promise<void> {
  const begun = performance.now();
  await expect(act()).rejects.toMatchObject(failure);
  expect(performance.now() - begun).toBeLessThan(5_000);
}

const read = async (bucket: ReturnType<typeof openBucket>, key: string) =>
  buffer((await bucket.get(key)) ?? Readable.from([]));

test('one that does not answer, or not to the end, is given up', async () => {
  const address = await startService(({ url }, reply) => {
    if (!url?.includes('begun')) return;
    reply.writeHead(206, { 'content-length': 100 });
    reply.write('half of it');
  });
  const bucket = openBucket(address, quick);
  for (const use of [
    () => bucket.getBytes('silent', range),
    () => bucket.getBytes('begun', range),
    () => bucket.putBytes('silent', Buffer.alloc(10)),
    () => bucket.put('silent', Readable.from([Buffer.alloc(10)])),
    () => bucket.delete('silent'),
    () => bucket.head('silent'),
    () => bucket.list(),
    () => read(bucket, 'silent'),
    () => read(bucket, 'begun'),
  ]) {
    await expectSoon(use, { code: 'unreachable' });
  }
});

test('the caller may end what is under way', async () => {
  const ending = new AbortController();
  const address = await startService(({ url }, reply) => {
    if (!url?.includes('begun')) return;
    reply.writeHead(200, { 'content-length': 100 });
    reply.write('half of it');
  });
  const bucket = openBucket(address, { signal: ending.signal });
  setTimeout(() => ending.abort(), 100);
  await expectSoon(() => read(bucket, 'begun'), { code: 'unreachable' });
  await expectSoon(() => bucket.list(), { code: 'unreachable' });
});

test('one that takes no connection is given up', async () => {
  const listener = createListener();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  listener.close();
  await expectSoon(() => openBucket(addressOf(port)).list(), {
    code: 'unreachable',
    message: `http://127.0.0.1:${port}/hub/ can't be reached: ECONNREFUSED.`,
  });
});

test('one that does not take what it is sent is given up', async () => {
  const bucket = openBucket(await startService(() => {}, { isDeaf: true }), {
    ...quick,
    leastBytesPerSecond: 64 * 1024 * 1024,
  });
  const large = Readable.from([Buffer.alloc(20 * 1024 * 1024)]);
  await expectSoon(() => bucket.put('large', large), { code: 'unreachable' });
});

test('one that sends a little at a time, without end, is given up; a slow reader is not', async () => {
  // Enough for a busy machine to begin its reply.
  const pace = { ...quick, maxMilliseconds: 1_000 };
  const drip: Answer = (_request, reply) => {
    reply.writeHead(200, { 'content-length': 1_000_000 });
    const timer = setInterval(() => reply.write('x'), 20);
    reply.on('close', () => clearInterval(timer));
  };
  const slow = openBucket(await startService(drip), pace);
  await expectSoon(() => read(slow, 'slow'), {
    code: 'unreachable',
    message: expect.stringContaining('it sends too slowly'),
  });
  const whole = openBucket(
    await startService((_request, reply) => reply.end(Buffer.alloc(400_000))),
    pace,
  );
  let bytes = 0;
  for await (const chunk of (await whole.get('whole')) ?? []) {
    bytes += chunk.length;
    await sleep(100);
  }
  expect(bytes).toBe(400_000);
});

test('an object that is cut off on its way fails to be read', async () => {
  const address = await startService((_request, reply) => {
    reply.writeHead(200, { 'content-length': 100 });
    reply.write('half of it');
    setTimeout(() => reply.destroy(), 50);
  });
  await expect(read(openBucket(address), 'key')).rejects.toMatchObject({ code: 'unreachable' });
});

test.for([301, 302, 307, 308])('one that redirects (%i) is not followed', async (status) => {
  const seen: string[] = [];
  const target = await startService(({ headers }, reply) => {
    seen.push(String(headers.authorization));
    reply.end();
  });
  const address = await startService((_request, reply) =>
    reply.writeHead(status, { location: `${target.endpoint}/key` }).end(),
  );
  const bucket = openBucket(address);
  for (const use of [
    () => bucket.put('key', Readable.from([Buffer.alloc(10)])),
    () => bucket.putBytes('key', Buffer.alloc(10)),
    () => bucket.getBytes('key', range),
    () => bucket.head('key'),
    () => bucket.delete('key'),
    () => bucket.list(),
    () => read(bucket, 'key'),
  ]) {
    await expectSoon(use, {
      code: 'failed',
      message: expect.stringMatching(/redirects to another address, which is not followed/),
    });
  }
  expect(seen).toEqual([]);
});

test('more than was asked for is not read', async () => {
  let sent = 0;
  const endless: Answer = (_request, reply) => {
    const more = () => {
      while (!reply.destroyed && sent < 200_000_000) {
        sent += 65_536;
        if (!reply.write(Buffer.alloc(65_536, 'x'))) return void reply.once('drain', more);
      }
      reply.end();
    };
    more();
  };
  const bucket = openBucket(await startService(endless));
  const more = { code: 'failed', message: 'The bucket sent more than it was asked for.' };
  for (const use of [() => bucket.getBytes('key', range), () => bucket.list()]) {
    sent = 0;
    await expectSoon(use, more);
    expect(sent).toBeLessThan(50_000_000);
  }
});

test('one that lists without end is refused, by number and by time', async () => {
  const page = (keys: number) =>
    `<ListBucketResult><IsTruncated>true</IsTruncated>${'<Contents><Key>a</Key><Size>1</Size></Contents>'.repeat(keys)}<NextContinuationToken>more</NextContinuationToken></ListBucketResult>`;
  const full = await startService((_request, reply) => reply.end(page(1_000)));
  await expectSoon(() => openBucket(full, { maxListed: 5_000 }).list(), {
    code: 'failed',
    message: expect.stringMatching(/has more than 5000 objects\.$/),
  });
  const empty = await startService((_request, reply) => reply.end(page(0)));
  await expectSoon(() => openBucket(empty, quick).list(), { code: 'unreachable' });
});
