/** Ends replies that are read too slowly: until its last byte is sent, a reply holds memory. */
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { limitedConnection } from '../../metrics/observations.ts';

export type ReplyTime = {
  readonly graceMilliseconds: number;
  /** Beyond the grace, a reply has the time that its bytes take at this speed. */
  readonly minBytesPerSecond: number;
};

/** A quarter of what the slowest phones do. Whoever takes no byte at all is cut after 20 s. */
export const replyTime: ReplyTime = { graceMilliseconds: 60_000, minBytesPerSecond: 4_096 };

export function endSlowReplies(
  app: FastifyInstance,
  { graceMilliseconds, minBytesPerSecond }: ReplyTime,
): void {
  const deadlines = new Map<ServerResponse, number>();
  // One timer for all replies: most are sent at once.
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [response, deadline] of deadlines) {
      if (now < deadline) continue;
      limitedConnection.tell({ limit: 'slow' });
      response.destroy();
    }
  }, graceMilliseconds / 20).unref();
  app.addHook('onClose', async () => clearInterval(sweep));
  app.addHook('onSend', (_request, reply, payload, done) => {
    const { raw } = reply;
    const bytes = sizeOf(payload) ?? Number(reply.getHeader('content-length') ?? 0);
    const milliseconds = graceMilliseconds + (bytes / minBytesPerSecond) * 1_000;
    deadlines.set(raw, performance.now() + milliseconds);
    raw.once('close', () => deadlines.delete(raw));
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
  else response.once('close', then);
}
