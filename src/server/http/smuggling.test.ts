/**
 * Two readers of one connection, such as a proxy and the hub, must agree where a request ends: what can be read
 * in two ways is refused, and the connection ends, so that nothing hidden in it is answered.
 */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
  await hub.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => hub?.close());

/** What is sent back until the connection ends. */
async function answersTo(bytes: string): Promise<string> {
  const { port } = hub.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket);
}

const hidden = 'GET /api/ready HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n';
const post = (...lines: string[]) =>
  `${['POST /api/auth/sign-in HTTP/1.1', 'Host: hub', ...lines].join('\r\n')}\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';

test.each([
  ['a length and chunks', `${post(`Content-Length: ${hidden.length + 5}`, chunked)}0\r\n\r\n`],
  ['chunks and a length', `${post(chunked, 'Content-Length: 5')}0\r\n\r\n`],
  ['two lengths', post('Content-Length: 0', `Content-Length: ${hidden.length}`)],
  ['a list of lengths', post(`Content-Length: 0, ${hidden.length}`)],
  ['a signed length', post('Content-Length: +0')],
  ['a length in hexadecimal', post('Content-Length: 0x0')],
  ['a coding that is not the last', `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`],
  ['a coding that is almost chunked', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`],
  ['a size of a chunk that is none', `${post(chunked)}0x0\r\n\r\n`],
  ['a chunk that ends without a line', `${post(chunked)}1\r\nZ0\r\n\r\n`],
  ['a space before a colon', post('Content-Length : 0')],
  ['a line that goes on', post('X: y', ' Content-Length: 0')],
  ['lines that end with a line feed alone', post('Content-Length: 0').replaceAll('\r\n', '\n')],
  ['a line that ends with a carriage return alone', post('X: y\rContent-Length: 0')],
  ['a NUL in a header', post('X: a\0b', 'Content-Length: 0')],
  ['a header without a name', post(': x', 'Content-Length: 0')],
  ['another version', 'GET /api/health HTTP/3.7\r\nHost: hub\r\n\r\n'],
  ['the first line of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
])('%s ends the connection, and nothing behind it is answered', async (_, bytes) => {
  const answers = await answersTo(bytes + hidden);
  // A client that has sent enough to be refused hears of that first.
  expect(answers.match(/HTTP\/1\.1 \d+/g)?.at(-1)).toBe('HTTP/1.1 400');
  expect(answers).not.toContain('reconciliation');
});

test('an idle connection is kept longer than a proxy keeps it', async () => {
  const { port } = hub.app.server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/api/health`);
  const seconds = Number(reply.headers.get('keep-alive')?.match(/timeout=(\d+)/)?.[1]);
  const caddyKeepsSeconds = 120;
  expect(seconds).toBeGreaterThan(caddyKeepsSeconds);
});
