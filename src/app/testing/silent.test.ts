/** Connections on which nothing moves, for as long as they may: `npm run soak -- --only silent`. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { tier } from './amounts.ts';
import { startTestHub, type TestHub } from './hub.ts';

const isSoak = tier === 'soak';

test.skipIf(!isSoak)(
  'a client that never ends its request, or takes no byte of a reply, is cut',
  async () => {
    const hub = await startTestHub({ config: { isRateLimited: true } });
    onTestFinished(() => hub.close());
    await hub.app.listen({ host: '127.0.0.1', port: 0 });
    const large = 'GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n';
    const unfinished = await sendAndWait(hub, 'GET / HTTP/1.1\r\nHost: x\r\nX: ');
    const silent = await sendAndWait(hub, '');
    // Together more than the operating system takes for a connection.
    const reader = await sendAndWait(hub, large.repeat(4));
    for (const { cut } of [unfinished, silent]) expect(await cut).toBeLessThan(30_000);
    const taken = await reader.cut;
    expect(taken).toBeGreaterThan(19_000);
    expect(taken).toBeLessThan(60_000);
  },
  90_000,
);

/** `cut`: milliseconds until the server ended a connection on which no more is sent, and nothing read. */
async function sendAndWait(
  { app: { server } }: TestHub,
  request: string,
): Promise<{ cut: Promise<number> }> {
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection');
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  socket.pause();
  socket.write(request);
  const [connection] = await accepted;
  const begun = performance.now();
  // Not by `once`, which fails with the error that some are cut with.
  const cut = new Promise<number>((resolve) => {
    connection.on('close', () => resolve(performance.now() - begun));
  });
  return { cut };
}
