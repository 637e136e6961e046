import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export type CutProxy = {
  /** As when a cable is pulled: nothing arrives any more, and no one is notified. */
  cut(): void;
  mend(): void;
  close(): void;
};

/** Forwards connections from one address to another until it is cut. */
export async function startCutProxy(host: string, target: string, port: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    track(client);
    if (isCut) return void client.pause();
    const upstream = track(connect(port, target));
    client.pipe(upstream);
    upstream.pipe(client);
    client.once('close', () => upstream.destroy());
    upstream.once('close', () => client.destroy());
  });
  function track(socket: Socket): Socket {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    return socket;
  }
  server.listen(port, host);
  await once(server, 'listening');
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      isCut = false;
      drop();
    },
    close() {
      server.close();
      drop();
    },
  };
}
