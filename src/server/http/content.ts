/** Replies other than JSON, such as images and calendars. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, type Encoding } from './accepted-encoding.ts';

/** Some of a content is not where it was saved. */
export class DamagedContent extends Error {}

/** Content that is read while it is sent, also in ranges. */
type StreamedBody = {
  readonly size: number;
  /** The bytes from `start` up to and without `end`. Throws `DamagedContent`. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>;
};

export type Content = {
  readonly type: string;
  readonly body: Buffer | string | StreamedBody;
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

export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag, headers }: Content,
): Promise<FastifyReply> {
  const isText = typeof body === 'string';
  const [encoding] = isText ? acceptedEncodings(request.headers['accept-encoding']) : [];
  // A strong tag names these very bytes.
  const always = {
    ...headers,
    etag: encoding ? `W/${etag}` : etag,
    ...(isText ? { vary: 'accept-encoding' } : {}),
  };
  if (isKnownTag(request.headers['if-none-match'], etag)) {
    return reply.code(304).headers(always).send();
  }
  // Before the headers are sent, because reading may fail.
  const { status, headers: ofBody, content } = await beginBody(request, body, { etag, encoding });
  return reply
    .code(status)
    .headers({ ...always, ...ofBody, 'content-type': type })
    .send(content);
}

type Begun = {
  readonly status: 200 | 206 | 416;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly content?: Buffer | string | Readable;
};

/** Text is compressed: a calendar to a tenth. Pictures are already. */
async function beginBody(
  { headers }: FastifyRequest,
  body: Content['body'],
  { etag, encoding }: { readonly etag: string; readonly encoding: Encoding | undefined },
): Promise<Begun> {
  if (Buffer.isBuffer(body)) return { status: 200, headers: {}, content: body };
  if (typeof body === 'string') {
    if (!encoding) return { status: 200, headers: {}, content: body };
    const content = await compress(body, encoding);
    return { status: 200, headers: { 'content-encoding': encoding }, content };
  }
  const { size, read } = body;
  const acceptRanges = { 'accept-ranges': 'bytes' };
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  const range = isCurrent ? readRange(headers.range, size) : 'all';
  if (range === 'none') {
    return { status: 416, headers: { ...acceptRanges, 'content-range': `bytes */${size}` } };
  }
  const [start, end] = range === 'all' ? [0, size] : range;
  const content = Readable.from(await withFirstRead(read(start, end)), {
    objectMode: false,
    highWaterMark: 1,
  });
  const length = { ...acceptRanges, 'content-length': end - start };
  if (range === 'all') return { status: 200, headers: length, content };
  const contentRange = `bytes ${start}-${end - 1}/${size}`;
  return { status: 206, headers: { ...length, 'content-range': contentRange }, content };
}

/** Content that can't be read at all gets an error status, not a reply that ends early. */
async function withFirstRead(
  content: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = content[Symbol.asyncIterator]();
  const first = await chunks.next();
  return (async function* () {
    try {
      for (let next = first; !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  })();
}

/**
 * Start and end of a single range; several ranges and anything unreadable are answered with all, as
 * RFC 9110 allows; `none` if it starts behind the end.
 */
export function readRange(
  header: string | undefined,
  size: number,
): readonly [start: number, end: number] | 'all' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'all';
  if (first === '') return last === '0' ? 'none' : [Math.max(0, size - Number(last)), size];
  const end = last === '' ? size : Math.min(size, Number(last) + 1);
  if (Number(first) >= size) return 'none';
  return Number(first) < end ? [Number(first), end] : 'all';
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
