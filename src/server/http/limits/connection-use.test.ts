import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnectionUse } from './connection-use.ts';

/** More than the operating system takes for a connection. */
const large = Buffer.alloc(40_000_000, 'x');

async function serve(): Promise<() => Promise<Socket>> {
  const app = Fastify();
  limitConnectionUse(app, {
    graceMilliseconds: 500,
    minBytesPerSecond: 10_000_000,
    silentMilliseconds: 250,
  });
  app.get('/', async () => large);
  app.get('/small', async () => 'small');
  app.get('/slow', async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    return 'slow';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  onTestFinished(() => app.close());
  return async () => {
    const socket = connect(port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

function countBytes(socket: Socket): () => number {
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
  });
  return () => bytes;
}

test('a client that reads a reply a little at a time is cut, and may not go on for ever', {
  tags: ['all'],
}, async () => {
  const open = await serve();
  const socket = await open();
  let bytes = 0;
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    // Never so long that nothing moves for the time that ends a silent connection.
    socket.pause();
    setTimeout(() => socket.resume(), 20);
  });
  socket.write(request);
  await once(socket, 'close');
  expect(bytes).toBeGreaterThan(1_000_000);
  expect(bytes).toBeLessThan(large.length);
});

test('a reply has more time the longer it is, and a connection is kept after it', async () => {
  const open = await serve();
  const socket = await open();
  let bytes = 0;
  const begun = performance.now();
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    // Three times as fast as it must be.
    const early = (bytes / 30_000_000) * 1_000 - (performance.now() - begun);
    if (early < 1) return;
    socket.pause();
    setTimeout(() => socket.resume(), early);
  });
  for (const times of [1, 2]) {
    socket.write(request);
    await expect.poll(() => bytes, { timeout: 10_000 }).toBeGreaterThan(times * large.length);
  }
  expect(performance.now() - begun).toBeGreaterThan(2_000);
  expect(socket.destroyed).toBe(false);
});

test('a client that takes no byte of a reply is cut long before its time is over', async () => {
  const open = await serve();
  const socket = await open();
  const taken = countBytes(socket);
  socket.pause();
  socket.write(request);
  // A fifth of the reply's time.
  await new Promise((resolve) => setTimeout(resolve, 900));
  socket.resume();
  await once(socket, 'close');
  expect(taken()).toBeLessThan(large.length);
});

test('a connection is idle after a reply for as long as it likes', async () => {
  const open = await serve();
  const socket = await open();
  const taken = countBytes(socket);
  socket.write(request);
  await expect.poll(taken).toBeGreaterThan(large.length);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(socket.destroyed).toBe(false);
});

test('of more requests than one connection may leave unanswered, the rest is not read', async () => {
  const open = await serve();
  const socket = await open();
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(600));
  await expect.poll(() => text.split('200 OK').length - 1).toBe(4);
  const other = await open();
  other.write('GET /small HTTP/1.1\r\nHost: x\r\n\r\n');
  const [reply] = await once(other, 'data');
  expect(String(reply)).toContain('200 OK');
  expect(text.split('200 OK').length - 1).toBe(4);
});
