/** Replies other than JSON, such as images and calendars. */
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Content = {
  readonly type: string;
  readonly body: Buffer | string;
  /** Including quotation marks; matched against If-None-Match. */
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

/** Ignores weak markers, which compressing proxies add. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
