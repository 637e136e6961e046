/** Ends replies that are read too slowly: until its last byte is sent, a reply holds memory. */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limitedConnection } from '../../metrics/observations.ts';

export type ReplyTime = {
  readonly graceMilliseconds: number;
  /** Beyond the grace, a reply has the time that its bytes take at this speed. */
  readonly minBytesPerSecond: number;
};

/** A quarter of what the slowest phones do. Whoever takes no byte at all is cut after 20 s. */
export const replyTime: ReplyTime = { graceMilliseconds: 60_000, minBytesPerSecond: 4_096 };

type Sending = { replies: number; deadline: number };

export function endSlowReplies(
  app: FastifyInstance,
  { graceMilliseconds, minBytesPerSecond }: ReplyTime,
): void {
  // By connection and not by reply: a map whose last entry goes gets a new table, and the old one refers to it.
  // Each request would leave such a table behind, and they would keep all requests until a whole collection.
  const connections = new Map<Socket, Sending>();
  const open = (socket: Socket): Sending => {
    const opened = { replies: 0, deadline: 0 };
    connections.set(socket, opened);
    socket.once('close', () => connections.delete(socket));
    return opened;
  };
  // One timer for all replies: most are sent at once.
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [socket, { replies, deadline }] of connections) {
      if (replies === 0 || now < deadline) continue;
      limitedConnection.tell({ limit: 'slow' });
      socket.destroy();
    }
  }, graceMilliseconds / 20).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
  app.addHook('onSend', (request, reply, payload, done) => {
    const { socket } = request.raw;
    // Nothing is sent to an injected request, or to one whose connection is gone.
    if (!(socket instanceof Socket) || socket.destroyed) return done();
    const { raw } = reply;
    const bytes = sizeOf(payload) ?? Number(reply.getHeader('content-length') ?? 0);
    const milliseconds = graceMilliseconds + (bytes / minBytesPerSecond) * 1_000;
    const sending = connections.get(socket) ?? open(socket);
    sending.replies += 1;
    sending.deadline = Math.max(sending.deadline, performance.now() + milliseconds);
    // Emitted once anyway, and `once` makes a function for each.
    raw.on('close', () => {
      sending.replies -= 1;
      if (sending.replies === 0) sending.deadline = 0;
    });
    done();
  });
}

/** Of a string at least as much as its characters; undefined for a stream. */
function sizeOf(payload: unknown): number | undefined {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : undefined;
}

/** Calls back once a reply has left the server's memory: it was sent, or its connection closed. */
export function whenSent(response: ServerResponse, then: () => void): void {
  if (response.destroyed) then();
  else response.on('close', then);
}
