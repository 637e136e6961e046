import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnections, markKnown } from './connection-limit.ts';

async function serve(prepare: (app: FastifyInstance) => void): Promise<() => Promise<Socket>> {
  const app = Fastify();
  prepare(app);
  app.get('/', async () => 'page');
  app.get('/known', async (request) => {
    markKnown(request.socket);
    return 'known';
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  return async () => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
}

async function ask(socket: Socket, path: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  const [data] = await once(socket, 'data');
  return String(data);
}

test('a connection too many ends the oldest on which no one is known', async () => {
  const limits = { maxInAll: 10, maxPerHousehold: 3 };
  const open = await serve((app) => limitConnections(app, limits));
  const member = await open();
  expect(await ask(member, '/known')).toContain('200 OK');
  const strangers = [await open(), await open()];
  const ended = once(strangers[0] as Socket, 'close');
  const latest = await open();
  await ended;
  expect(await ask(latest, '/')).toContain('200 OK');
  expect(await ask(member, '/')).toContain('200 OK');
  expect(strangers[1]?.destroyed).toBe(false);
});
