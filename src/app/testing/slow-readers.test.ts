import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createScene, logExpense } from '#features/expenses/testing/scene.ts';
import { startTestHub, type TestHub, type TestPerson } from './hub.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub({ config: { isRateLimited: true } });
  await hub.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => hub.close());

async function ask(person: TestPerson, query: string, times = 1): Promise<Socket> {
  const { port } = hub.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.pause();
  await once(socket, 'connect');
  const headers = `Host: x\r\nAuthorization: Bearer ${person.token}`;
  socket.write(`GET /api/expenses?${query} HTTP/1.1\r\n${headers}\r\n\r\n`.repeat(times));
  return socket;
}

async function read(socket: Socket): Promise<string> {
  socket.resume();
  const [data] = await once(socket, 'data');
  return String(data).split('\r\n')[0] ?? '';
}

test('a member who does not read replies gets no ninth, and everyone else is served', {
  tags: ['all'],
}, async () => {
  const scene = await createScene(hub);
  // Four replies are 7 MB, more than the operating system takes for a connection.
  const description = '€'.repeat(5_000);
  for (let count = 0; count < 120; count += 1) await logExpense(scene, { description });
  const unread: Socket[] = [];
  for (let count = 0; count < 8; count += 1) unread.push(await ask(scene.ann, 'take=120', 4));
  await sleep(1_000);
  const ninth = await ask(scene.ann, 'take=1');
  const answered = read(ninth).then(() => 'answered');
  expect(await read(await ask(scene.ben, 'take=1'))).toBe('HTTP/1.1 200 OK');
  expect(await Promise.race([answered, sleep(500, 'waits')])).toBe('waits');
  for (const socket of unread) socket.destroy();
  expect(await answered).toBe('answered');
});
