import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { serveBrowserApp } from './browser-app.ts';

const page = '<!doctype html><title>Chapter Hub</title>';
const script = 'export const words = "a script";\n'.repeat(100);

let folder: string;
let app: FastifyInstance;

beforeEach(async () => {
  folder = join(await temporaryFolder(), 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, '..', 'secret.txt'), 'secret');
  await writeFile(join(folder, '.stamp'), 'stamp');
  await writeFile(join(folder, 'index.html'), page);
  await writeFile(join(folder, 'favicon.svg'), '<svg/>');
  await writeFile(join(folder, 'assets', 'main-4f2a.js'), script);
  await writeFile(join(folder, 'assets', 'main-4f2a.js.br'), brotliCompressSync(script));
  await writeFile(join(folder, 'assets', 'main-4f2a.js.gz'), gzipSync(script));
  const complaints: string[] = [];
  app = Fastify({ logger: { level: 'warn', stream: { write: (line) => complaints.push(line) } } });
  serveBrowserApp(app, folder);
  onTestFinished(async () => {
    await app.close();
    // The framework only mutters when a request is answered twice.
    expect(complaints).toEqual([]);
  });
});

function get(url: string, headers: Record<string, string> = {}) {
  return app.inject({ url, headers });
}

test('a file is sent in the best accepted encoding, with Vary', async () => {
  const forms = [
    ['gzip, deflate, br, zstd', 'br', (body: Buffer) => brotliDecompressSync(body)],
    ['gzip', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['br;q=0, GZIP;q=0.5', 'gzip', (body: Buffer) => gunzipSync(body)],
    ['identity', undefined, (body: Buffer) => body],
    ['', undefined, (body: Buffer) => body],
  ] as const;
  for (const [accepted, encoding, plain] of forms) {
    const reply = await get('/assets/main-4f2a.js', { 'accept-encoding': accepted });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-encoding']).toBe(encoding);
    expect(reply.headers.vary).toBe('accept-encoding');
    expect(reply.headers['content-type']).toBe('application/javascript; charset=utf-8');
    expect(plain(reply.rawPayload).toString()).toBe(script);
    expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length));
  }
});

test('hashed files are cached forever, the mark for a day, and the page is revalidated', async () => {
  const asset = await get('/assets/main-4f2a.js');
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const mark = await get('/favicon.svg');
  expect(mark.headers['cache-control']).toBe('public, max-age=86400');
  for (const url of ['/', '/expenses', '/wallets/0190/transactions?skip=50', '/index.html']) {
    const reply = await get(url);
    expect([reply.statusCode, reply.body]).toEqual([200, page]);
    expect(reply.headers['cache-control']).toBe('no-cache');
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

test('an unchanged page is not sent again, a changed one is', async () => {
  const { etag } = (await get('/')).headers;
  const again = await get('/members', { 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await utimes(join(folder, 'index.html'), 1, 1);
  expect((await get('/', { 'if-none-match': String(etag) })).statusCode).toBe(200);
});

test('HEAD returns the headers of GET without the body', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/' });
  expect([reply.statusCode, reply.body]).toEqual([200, '']);
  expect(reply.headers['content-length']).toBe(String(page.length));
});

test.each([
  '/missing.js',
  '/assets/missing.js',
  '/index.html/missing.js',
  `/${'long'.repeat(500)}.js`,
  '/.stamp',
  '/assets/main-4f2a.js.br',
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/assets%2f..%2f..%2fsecret.txt',
  '//etc/hostname.txt',
  '/assets/main-4f2a.js%00.html',
  '/api/missing',
])('there is nothing at %s', async (url) => {
  const reply = await get(url);
  expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
});

test('only reads of the browser app are answered', async () => {
  const reply = await app.inject({ method: 'POST', url: '/' });
  expect(reply.statusCode).toBe(404);
});
