import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Forwards requests and drops the connection when the reply arrives, like a network failure after a
 * commit.
 */
export async function startLossyProxy(target: string) {
  const { hostname, port } = new URL(target);
  let swallowed = 0;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => open.delete(socket));
    }
    client.pipe(upstream);
    // Drops the client's connection if the server is not running.
    upstream.once('close', () => client.destroy());
    upstream.once('data', () => {
      swallowed += 1;
      upstream.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    swallowed: () => swallowed,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
