/** The bucket against a real S3 server, which checks every signature. */
import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ListMultipartUploadsCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Bucket, openBucket } from './bucket.ts';
import { readBucketAddress } from './bucket-address.ts';
import { openService } from './service.ts';
import { hasS3Server, type S3Server, startS3Server } from './testing/s3-server.ts';

async function* chunksOf(...chunks: Uint8Array[]) {
  yield* chunks;
}

async function readAll(content: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content ?? []) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const addressOf = (port: number) => ({
  endpoint: `http://127.0.0.1:${port}/hub`,
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
  prefix: '',
});

describe.skipIf(!hasS3Server)('a bucket', () => {
  let server: S3Server;
  let bucket: Bucket;
  beforeAll(async () => {
    server = await startS3Server();
    bucket = openBucket(server.address);
  });
  afterAll(() => server?.close());

  test('gives back what was put, whatever the name, and replaces it', async () => {
    for (const key of ['plain', 'a folder/näme+&=%.txt', "quote'()*!~"]) {
      for (const text of ['first', 'second, and longer']) {
        expect(await bucket.put(key, chunksOf(Buffer.from(text)), 'text/plain')).toBe(text.length);
        expect(String(await readAll(await bucket.get(key)))).toBe(text);
        expect(await bucket.head(key)).toEqual({ bytes: text.length });
      }
    }
  });

  test('keeps an empty object', async () => {
    expect(await bucket.put('empty', chunksOf())).toBe(0);
    expect(await readAll(await bucket.get('empty'))).toEqual(Buffer.alloc(0));
  });

  test('sends large objects in parts, at their exact sizes, and streams them back', async () => {
    const part = 8 * 1024 * 1024;
    for (const bytes of [part - 1, part, part + 1, 2 * part, 3 * part + 5]) {
      const content = randomBytes(bytes);
      const chunks = [content.subarray(0, 3), content.subarray(3, part + 2)];
      await bucket.put('large', chunksOf(...chunks, content.subarray(part + 2)));
      const hash = createHash('sha256');
      for await (const chunk of (await bucket.get('large')) ?? []) hash.update(chunk);
      expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
    }
  });

  test('reads a range: to the end, or to before one', async () => {
    await bucket.put('range', chunksOf(Buffer.from('0123456789')));
    expect(String(await readAll(await bucket.get('range', { start: 7 })))).toBe('789');
    expect(String(await readAll(await bucket.get('range', { start: 2, end: 5 })))).toBe('234');
    await expect(bucket.get('range', { start: 100 })).rejects.toMatchObject({ code: 'failed' });
  });

  test('puts and reads bytes that are in memory', async () => {
    const content = randomBytes(100_000);
    await bucket.putBytes('bytes', content, 'image/jpeg');
    expect((await bucket.getBytes('bytes', { start: 0, end: 100_000 }))?.equals(content)).toBe(
      true,
    );
    const middle = await bucket.getBytes('bytes', { start: 500, end: 700 });
    expect(middle?.equals(content.subarray(500, 700))).toBe(true);
    expect(await bucket.getBytes('no bytes', { start: 0, end: 10 })).toBeUndefined();
    const atEnd = await bucket.getBytes('bytes', { start: 99_990, end: 100_010 });
    expect(atEnd?.equals(content.subarray(99_990))).toBe(true);
    expect(await bucket.getBytes('bytes', { start: 100_000, end: 100_010 })).toHaveLength(0);
  });

  test('lists by key what is within a prefix, and more than one page of it', async () => {
    const paged = openBucket({ ...server.address, prefix: 'paged/' }, { listedAtOnce: 3 });
    const keys = Array.from({ length: 7 }, (_, index) => `a/${index}`);
    for (const key of [...keys, 'b']) await paged.put(key, chunksOf(Buffer.from('x')));
    expect((await paged.list('a/')).map(({ key }) => key)).toEqual(keys);
    const [only] = await paged.list('b');
    expect(only).toEqual({ key: 'b', bytes: 1 });
  });

  test('has nothing at a key that is not there, and forgets what was deleted', async () => {
    await bucket.put('gone', chunksOf(Buffer.from('x')));
    await bucket.delete('gone');
    await bucket.delete('gone');
    expect(await bucket.get('gone')).toBeUndefined();
    expect(await bucket.head('gone')).toBeUndefined();
    expect(await bucket.list('gone')).toEqual([]);
  });

  test('leaves nothing of content that fails, at the start or after a part', async () => {
    const failure = new Error('the disk failed');
    for (const bytes of [10, 20 * 1024 * 1024]) {
      const broken = async function* () {
        yield Buffer.alloc(bytes);
        throw failure;
      };
      await expect(bucket.put('broken', broken())).rejects.toBe(failure);
      expect(await bucket.head('broken')).toBeUndefined();
    }
    const { client, bucket: Bucket } = openService(server.address);
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    expect(Uploads).toEqual([]);
  });

  test('says why it can not be used, without the secret', async () => {
    const wrong = openBucket({ ...server.address, secretAccessKey: 'a wrong secret' });
    const none = openBucket({
      ...server.address,
      endpoint: `http://127.0.0.1:${server.port}/none`,
    });
    const off = openBucket({ ...server.address, endpoint: 'http://127.0.0.1:1/hub' });
    const elsewhere = openBucket({ ...server.address, region: 'eu-central-1' });
    for (const [unusable, code] of [
      [wrong, 'denied'],
      [elsewhere, 'denied'],
      [none, 'not_found'],
      [off, 'unreachable'],
    ] as const) {
      for (const use of [
        () => unusable.put('key', chunksOf(Buffer.from('x'))),
        () => unusable.list(),
      ]) {
        const error = await use().catch((failure: unknown) => failure);
        expect(error).toMatchObject({ code });
        expect(String(error)).not.toMatch(/secret|testing/);
      }
    }
    await expect(wrong.list()).rejects.toThrow(/denied access: SignatureDoesNotMatch\.$/);
    await expect(elsewhere.list()).rejects.toThrow(/is in another region\. Name it in the URL/);
  });
});

describe('a service that refuses every request at first', () => {
  const upload =
    '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>';

  test.for([503, 429, 'a lost connection'] as const)(
    'as by %s, is asked again, but not to begin or complete an object of parts',
    async (refusal) => {
      const sizes = new Map<string, number>();
      const seen: string[] = [];
      const answer = async (request: IncomingMessage, reply: ServerResponse) => {
        let bytes = 0;
        for await (const chunk of request) bytes += chunk.length;
        // Without what names the operation once more.
        const path = (request.url ?? '').replace(/[?&]x-id=\w+$/, '');
        const key = `${request.method} ${path}`;
        seen.push(key);
        const isFirst = seen.filter((other) => other === key).length < 3;
        if (isFirst && request.method !== 'POST') {
          if (refusal === 'a lost connection') reply.destroy();
          else reply.writeHead(refusal).end();
          return;
        }
        if (request.method === 'PUT') sizes.set(path, bytes);
        const isUpload = path.includes('uploads');
        if (request.method === 'POST' && !isUpload) return void reply.writeHead(503).end();
        reply.setHeader('etag', '"part"');
        if (request.method === 'HEAD') reply.setHeader('content-length', sizes.get(path) ?? 0);
        reply.end(isUpload ? upload : '0123456789'.slice(0, request.method === 'GET' ? 10 : 0));
      };
      const server = createServer((request, reply) => void answer(request, reply));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      const bucket = openBucket(addressOf((server.address() as AddressInfo).port));
      await bucket.putBytes('bytes', Buffer.from('0123456789'));
      expect(await bucket.put('one', chunksOf(Buffer.from('0123')))).toBe(4);
      expect(String(await bucket.getBytes('bytes', { start: 0, end: 10 }))).toBe('0123456789');
      seen.length = 0;
      const large = bucket.put('large', chunksOf(Buffer.alloc(9 * 1024 * 1024)));
      await expect(large).rejects.toMatchObject({ code: 'failed' });
      const parts = seen.filter((key) => key.startsWith('PUT'));
      expect(parts).toHaveLength(6);
      expect([...sizes.values()].slice(-2)).toEqual([8 * 1024 * 1024, 1024 * 1024]);
      expect(seen.filter((key) => key.startsWith('POST'))).toHaveLength(2);
    },
  );
});

const errorOf = (code: string) => `<?xml version="1.0"?>\n<Error><Code>${code}</Code></Error>`;

test.for([
  ['a proxy', 'text/html', '<h1>Not Found</h1>', 'failed'],
  ['nothing more', undefined, '', 'failed'],
  ['a service without the bucket', 'application/xml', errorOf('NoSuchBucket'), 'not_found'],
  ['one of another media type', 'text/xml; charset=utf-8', errorOf('NoSuchBucket'), 'not_found'],
] as const)('a 404 of %s means no object', async ([, mediaType, body, code]) => {
  const bucket = openBucket(await startNotFound(mediaType, body));
  for (const use of [
    () => bucket.get('key'),
    () => bucket.getBytes('key', { start: 0, end: 10 }),
    () => bucket.delete('key'),
  ]) {
    await expect(use()).rejects.toMatchObject({ code });
  }
});

test.for(['application/xml', 'application/xml; charset=utf-8', 'text/xml', undefined])(
  'a 404 of a missing object is one, also as %s',
  async (mediaType) => {
    const bucket = openBucket(await startNotFound(mediaType, errorOf('NoSuchKey')));
    expect(await bucket.get('key')).toBeUndefined();
    expect(await bucket.getBytes('key', { start: 0, end: 10 })).toBeUndefined();
    expect(await bucket.head('key')).toBeUndefined();
    await bucket.delete('key');
  },
);

async function startNotFound(mediaType: string | undefined, body: string) {
  const server = createServer((_request, reply) => {
    if (mediaType !== undefined) reply.setHeader('content-type', mediaType);
    reply.writeHead(404).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return addressOf((server.address() as AddressInfo).port);
}

describe('the setting of a bucket', () => {
  test('is one URL', () => {
    expect(
      readBucketAddress('B', 'https://K%3A1:s%2Fx@s3.example.org:9000/hub/a/b/?region=eu-west-1'),
    ).toEqual({
      endpoint: 'https://s3.example.org:9000/hub',
      region: 'eu-west-1',
      accessKeyId: 'K:1',
      secretAccessKey: 's/x',
      prefix: 'a/b/',
    });
    expect(readBucketAddress('B', 'https://k:s@s3.example.org/hub')).toMatchObject({
      region: 'us-east-1',
      prefix: '',
    });
  });

  test.for([
    'hub',
    'ftp://k:s@s3.example.org/hub',
    'https://s3.example.org/hub',
    'https://k@s3.example.org/hub',
    'https://k:s@s3.example.org/',
    'https://k:s%ZZ@s3.example.org/hub',
    'https://k:s@s3.example.org/hub?zone=1',
    'https://k:s@s3.example.org/hub#x',
  ])('is refused by the name of its variable alone: %s', (text) => {
    expect(() => readBucketAddress('BACKUP_S3_URL', text)).toThrow(/^BACKUP_S3_URL must be a URL/);
  });
});
