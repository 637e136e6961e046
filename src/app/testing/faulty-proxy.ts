import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What happens between a server and its database. */
export const faults = ['drops', 'cuts', 'swallows replies', 'delays'] as const;
export type Fault = (typeof faults)[number] | 'loses commits';

const delayMilliseconds = 300;

/**
 * Forwards connections to a database, in order or with a fault. `drops`: connections end, and new ones at
 * once. `cuts`: nothing arrives in either direction, and no one is notified. `swallows replies`: statements
 * arrive and are done, and their answers never come back. `delays`: everything takes longer. `loses commits`: a
 * connection that commits ends once that is done.
 */
export async function startFaultyProxy(databaseUrl: string) {
  const [, role = '', name = '', socketFolder = ''] =
    /^postgresql:\/\/(\w+)@\/(\w+)\?host=([^&]+)/.exec(databaseUrl) ?? [];
  const target = { path: `${decodeURIComponent(socketFolder)}/.s.PGSQL.5432` };
  const pairs = new Set<readonly [client: Socket, upstream: Socket]>();
  let fault: Fault | undefined;

  const server = createServer((client) => {
    client.on('error', () => {});
    if (fault === 'drops') return void client.destroy();
    const upstream = connect(target);
    upstream.on('error', () => {});
    const pair = [client, upstream] as const;
    pairs.add(pair);
    forward(client, upstream, () => fault === 'cuts');
    forward(upstream, client, () => fault === 'cuts' || fault === 'swallows replies');
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    client.on('data', (bytes) => {
      const isCommit = fault === 'loses commits' && bytes.includes('commit\0');
      if (isCommit) upstream.once('data', end);
    });
    client.once('close', end);
    upstream.once('close', end);
  });
  function forward(from: Socket, to: Socket, isLost: () => boolean): void {
    let last = Promise.resolve();
    from.on('data', (bytes) => {
      if (isLost()) return;
      // In order, however late.
      const arrival = fault === 'delays' ? pause(delayMilliseconds) : undefined;
      last = last.then(() => arrival).then(() => void (to.destroyed || to.write(bytes)));
    });
  }
  const endAll = () => {
    for (const sockets of pairs) for (const socket of sockets) socket.destroy();
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://${role}@127.0.0.1:${port}/${name}`,
    begin(next: Fault): void {
      fault = next;
      if (next === 'drops') endAll();
    },
    /** What was lost on a connection stays lost: it ends, as after a route came back. */
    mend(): void {
      if (fault !== 'delays') endAll();
      fault = undefined;
    },
    close(): void {
      server.close();
      endAll();
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
