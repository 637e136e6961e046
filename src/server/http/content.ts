/** Replies other than JSON, such as images and calendars. */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, type Encoding } from './accepted-encoding.ts';

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

/** Text is compressed: a calendar to a tenth. Pictures are already. */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag, headers }: Content,
): Promise<FastifyReply> {
  const isText = typeof body === 'string';
  const [encoding] = isText ? acceptedEncodings(request.headers['accept-encoding']) : [];
  // A strong tag names these very bytes.
  void reply.headers({ ...headers, etag: encoding ? `W/${etag}` : etag });
  if (isText) void reply.header('vary', 'accept-encoding');
  if (isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  void reply.code(200).header('content-type', type);
  if (!isText || !encoding) return reply.send(body);
  return reply.header('content-encoding', encoding).send(await compress(body, encoding));
}

/** In a thread of its own, and fast: 300 KB take a few milliseconds. */
function compress(text: string, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(text, { level: 4 });
  return promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
}

/** Ignores weak markers, which compressing and proxies add. */
export function isKnownTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
