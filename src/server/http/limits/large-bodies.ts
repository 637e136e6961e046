/** Bounds the memory of large bodies: each is held whole, so one person sends one of them at a time. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#kit/endpoint.ts';
import { ok, type Result, refuse } from '#kit/result.ts';

const largeBytes = 2 * 1024 * 1024;

const isSending = refuse(
  'conflict',
  'already_sending',
  'You are sending another file. Wait until it has arrived.',
);

export function limitLargeBodies() {
  const senders = new Set<string>();
  return {
    /** Before the body is read; until the reply is sent or the connection lost. */
    begin(
      { maxBodyBytes = 0 }: Pick<Endpoint, 'maxBodyBytes'>,
      { caller, id }: Pick<FastifyRequest, 'caller' | 'id'>,
      { raw }: Pick<FastifyReply, 'raw'>,
    ): Result<undefined> {
      if (maxBodyBytes < largeBytes) return ok(undefined);
      const sender = caller?.accountId ?? id;
      if (senders.has(sender)) return isSending;
      senders.add(sender);
      raw.once('close', () => senders.delete(sender));
      return ok(undefined);
    },
  };
}
