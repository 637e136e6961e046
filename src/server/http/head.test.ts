/** HEAD is served as GET (app.ts): on a real connection, where a body too many would be the next answer. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { createScene, logExpense, type Scene } from '#features/expenses/testing/scene.ts';
import { apiBase } from './serve.ts';

let hub: TestHub;
let scene: Scene;
beforeAll(async () => {
  hub = await startTestHub();
  scene = await createScene(hub);
  await logExpense(scene, { title: 'Long', description: 'x'.repeat(2_000) });
  await hub.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => hub?.close());

/** What comes back when all of these go out on one connection, of which the last ends it. */
async function answersTo(...requests: string[]): Promise<string> {
  const { port } = hub.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const last = `GET ${apiBase}/health HTTP/1.1\r\nHost: hub\r\nConnection: close\r\n\r\n`;
  socket.write(requests.join('') + last);
  return text(socket);
}

const ask = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: hub', ...headers].join('\r\n')}\r\n\r\n`;
const statusesOf = (answers: string) =>
  [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

test('a HEAD reply has no body, compressed or cached, and the connection stays usable', async () => {
  const list = apiBase + expenseCalls.list.path;
  const headers = [`Authorization: Bearer ${scene.ann.token}`, 'Accept-Encoding: br'];
  const head = ask(`HEAD ${list}`, ...headers);
  const answers = await answersTo(head, head, ask(`HEAD ${apiBase}/missing`));
  expect(statusesOf(answers)).toEqual([200, 200, 404, 200]);
  expect(answers.match(/content-encoding: br/g)).toHaveLength(2);
  // Of four answers the last alone has a body.
  const bodies = answers.split('\r\n\r\n').filter((part) => !part.startsWith('HTTP/1.1 '));
  expect(bodies).toEqual(['{"status":"alive"}']);
});

test('a HEAD reaches only reads, and its body is ignored', async () => {
  const inner = ask(`GET ${apiBase}/ready`);
  const answers = await answersTo(
    ask(`HEAD ${apiBase}/auth/sign-out`, 'X-HTTP-Method-Override: POST'),
    `${ask(`HEAD ${apiBase}/health`, `Content-Length: ${inner.length}`)}${inner}`,
  );
  expect(statusesOf(answers)).toEqual([404, 200, 200]);
  expect(answers).not.toContain('reconciliation');
});
