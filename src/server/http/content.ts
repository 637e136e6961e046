/** Replies that are no JSON: a picture, a calendar. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Content = {
  readonly type: string;
  readonly body: Buffer | string;
  /** With its quotation marks; who has this very content is spared it. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
};

export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag, headers }: Content,
): FastifyReply {
  void reply.headers({ ...headers, etag });
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.code(200).header('content-type', type).send(body);
}

/** A proxy that compressed what it passed on marks the tag as weak. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
