import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Forwards connections to a database until it is made to swallow: the connections open then stay open and
 * silent, as after a failover or behind a firewall that lost its state. New ones are forwarded.
 */
export async function startSwallowingProxy(databaseUrl: string) {
  const [, role = '', name = '', socketFolder = ''] =
    /^postgresql:\/\/(\w+)@\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? [];
  const target = { path: `${decodeURIComponent(socketFolder)}/.s.PGSQL.5432` };
  const open = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = createServer((client) => {
    const upstream = connect(target);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => open.delete(socket));
    }
    const pair = [client, upstream] as const;
    pairs.add(pair);
    client.pipe(upstream);
    upstream.pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://${role}@127.0.0.1:${port}/${name}`,
    swallow(): number {
      const count = pairs.size;
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream).resume();
        upstream.unpipe(client).resume();
      }
      pairs.clear();
      return count;
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
