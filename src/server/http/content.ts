/** Replies other than JSON, such as images and calendars. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type Content = {
  readonly type: string;
  readonly body: Buffer | string;
  /** Including quotation marks; matched against If-None-Match. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
};

/** Forever, because another picture has another hash; only in the member's browser. */
const cacheForever = 'private, max-age=31536000, immutable';
/** A picture opened as a page of its own must not be able to do anything. */
const sandboxed = "default-src 'none';sandbox";

/** A stored picture whose address contains its hash. */
export function toPictureContent(type: string, body: Buffer, hash: string): Content {
  return {
    type,
    body,
    etag: `"${hash}"`,
    headers: { 'cache-control': cacheForever, 'content-security-policy': sandboxed },
  };
}

/** The hash of a picture in its address. */
export function hashPicture(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

export function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag, headers }: Content,
): FastifyReply {
  void reply.headers({ ...headers, etag });
  if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.code(200).header('content-type', type).send(body);
}

/** Ignores weak markers, which compressing proxies add. */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
