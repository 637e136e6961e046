/**
 * Bounds what one connection keeps the server busy with: requests that are not answered yet, and
 * replies that are read too slowly. Until its last byte is sent, a reply holds memory.
 */
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limitedConnection } from '../../metrics/observations.ts';

export type ReplyTime = {
  readonly graceMilliseconds: number;
  /** Beyond the grace, a reply has the time that its bytes take at this speed. */
  readonly minBytesPerSecond: number;
  /** A connection that takes no byte at all for this long is closed. */
  readonly silentMilliseconds: number;
};

/** The speed is a quarter of that of the slowest phones. */
export const replyTime: ReplyTime = {
  graceMilliseconds: 60_000,
  minBytesPerSecond: 4_096,
  silentMilliseconds: 20_000,
};

/** No browser sends a request before the last one is answered; a program may send a few. */
const maxUnanswered = 4;

type Use = { unanswered: number; replies: number; deadline: number };

declare module 'fastify' {
  interface FastifyRequest {
    connectionUse: Use | undefined;
    isReplying: boolean;
    /** See `whenSent`. */
    afterReply: (() => void) | undefined;
  }
}

/**
 * Cuts connections that read a reply too slowly or take no byte of it, and stops reading from those with
 * too many unanswered requests: a single packet can hold six hundred, all of which would be worked on
 * before anyone else's. Such a connection stays silent until it is ended for that; ended at once, it
 * would only be opened again.
 */
export function limitConnectionUse(
  app: FastifyInstance,
  { graceMilliseconds, minBytesPerSecond, silentMilliseconds }: ReplyTime,
): void {
  // By connection and not by reply: a map whose last entry goes gets a new table, and the old one refers to it.
  // Each request would leave such a table behind, and they would keep all requests until a whole collection.
  const connections = new Map<Socket, Use>();
  const open = (socket: Socket): Use => {
    const use = { unanswered: 0, replies: 0, deadline: 0 };
    // An injected request has none that closes.
    if (!(socket instanceof Socket)) return use;
    connections.set(socket, use);
    socket.once('close', () => connections.delete(socket));
    return use;
  };
  // One timer for all replies, because most are sent at once. For those that are not, Node watches
  // whether the connection is silent; to watch it for each request takes a twentieth of its time.
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [socket, { replies, deadline }] of connections) {
      if (replies === 0) continue;
      if (now > deadline) {
        limitedConnection.publish({ limit: 'slow' });
        socket.destroy();
      } else if (socket.timeout !== silentMilliseconds) socket.setTimeout(silentMilliseconds);
    }
  }, graceMilliseconds / 20).unref();
  app.addHook('onClose', async () => clearInterval(sweep));

  app.decorateRequest('connectionUse', undefined);
  app.decorateRequest('isReplying', false);
  app.decorateRequest('afterReply', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const use = connections.get(socket) ?? open(socket);
    if (use.unanswered === maxUnanswered) {
      limitedConnection.publish({ limit: 'unanswered' });
      reply.hijack();
      socket.pause();
      socket.setTimeout(silentMilliseconds);
      return;
    }
    use.unanswered += 1;
    request.connectionUse = use;
    // One listener for all who wait for the end. It is emitted once anyway, and `once` makes a function for each.
    reply.raw.on('close', () => {
      use.unanswered -= 1;
      if (request.isReplying) use.replies -= 1;
      if (use.replies === 0) use.deadline = 0;
      request.afterReply?.();
    });
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const use = request.connectionUse;
    if (use === undefined || request.isReplying || reply.raw.destroyed) return done();
    const bytes = sizeOf(payload) ?? Number(reply.getHeader('content-length') ?? 0);
    const milliseconds = graceMilliseconds + (bytes / minBytesPerSecond) * 1_000;
    request.isReplying = true;
    use.replies += 1;
    use.deadline = Math.max(use.deadline, performance.now() + milliseconds);
    done();
  });
}

/** Of a string at least as much as its characters; undefined for a stream. */
function sizeOf(payload: unknown): number | undefined {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined;
}

/** Calls back once the reply has left the server's memory: it was sent, or its connection closed. */
export function whenSent(request: FastifyRequest, reply: FastifyReply, then: () => void): void {
  if (reply.raw.destroyed) then();
  else request.afterReply = then;
}
