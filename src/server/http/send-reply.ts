/** Sends replies, refusals and failures. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '#kit/result.ts';
import type { StorageWatch } from '../checks/storage.ts';
import { refused } from '../metrics/observations.ts';
import type { EncodedReply } from './encode-reply.ts';
import { statusByKind, toFailure, toRefusalBody } from './errors.ts';
import type { ReplyBytes } from './reply-bytes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    storage: StorageWatch;
  }
}

export function send(reply: FastifyReply, kept: EncodedReply, made?: ReplyBytes): FastifyReply {
  void reply.code(kept.status);
  if (kept.etag) void reply.header('etag', kept.etag);
  if (kept.reply === null) return reply.send();
  void reply.header('content-type', 'application/json; charset=utf-8');
  if (made?.encoding) void reply.header('content-encoding', made.encoding);
  return reply.send(made?.bytes ?? kept.reply);
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  refused.publish({ code: refusal.code });
  if (refusal.kind === 'moved') void reply.header('location', refusal.details?.address);
  if (refusal.kind === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
  if (refusal.kind === 'too-many')
    void reply.header('retry-after', Number(refusal.details?.retryAfterSeconds ?? 60));
  if (refusal.kind === 'not-ready') void reply.header('retry-after', '1');
  return reply.code(statusByKind[refusal.kind]).send(toRefusalBody(refusal));
}

/** Delay before a 429 is sent, in milliseconds. */
const tooManyDelay = 1_000;

/**
 * Refuses a request before its body is read. A caller that asks too often waits, and has to connect again: a
 * thousand connections that ask again at once would otherwise keep the server busy with refusals.
 */
export async function refuseEarly(reply: FastifyReply, refusal: Refusal): Promise<FastifyReply> {
  if (refusal.kind === 'too-many') {
    void reply.header('connection', 'close');
    await sleep(tooManyDelay);
  }
  return sendRefusal(reply, refusal);
}

export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const { status, refusal, isBug } = toFailure(error, {
    isRead: request.method === 'GET' || request.method === 'HEAD',
  });
  request.server.storage.note(error);
  refused.publish({ code: refusal.code });
  // Messages and details of database errors may quote what a member wrote, so only their code is
  // logged.
  if (isBug)
    request.log.error(
      {
        stack: error instanceof Error ? error.stack?.replace(error.message, '…') : undefined,
        code: error instanceof Error && 'code' in error ? error.code : undefined,
      },
      'a request failed because of a bug',
    );
  if (status === 503) void reply.header('retry-after', '1');
  return reply.code(status).send(toRefusalBody(refusal));
}
