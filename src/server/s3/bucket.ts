/**
 * A bucket of an S3-compatible service. `s3mini` signs and sends: it has no packages of its own. Memory
 * is constant whatever the size: objects are streamed, and sent in parts.
 */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3mini, S3ServiceError } from 's3mini';
import type { BucketAddress } from './bucket-address.ts';
import { BucketError } from './bucket-error.ts';

export type StoredObject = {
  readonly key: string;
  readonly bytes: number;
};

export type Bucket = {
  /** For people: without the key and the secret. */
  readonly name: string;
  /**
   * Saves an object, replacing any with this key, and returns its size. Nothing is visible before all of
   * it has arrived, and nothing is left if `content` or the service fails.
   */
  put(key: string, content: AsyncIterable<Uint8Array>, mediaType?: string): Promise<number>;
  /**
   * The content, of all bytes or from `start` to before `end`; undefined if there is no such object.
   * Reading it fails if it is cut off.
   */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Saves what fits into one request, so that nothing is left of one that is cut off. */
  putBytes(key: string, content: Uint8Array, mediaType?: string): Promise<void>;
  /** The bytes that there are from `start` to before `end`; undefined if there is no such object. */
  getBytes(key: string, range: Required<ByteRange>): Promise<Buffer | undefined>;
  /** The size; undefined if there is no such object, or no bucket. */
  head(key: string): Promise<{ readonly bytes: number } | undefined>;
  /** Also fine if there is no such object. */
  delete(key: string): Promise<void>;
  /** All objects whose keys start with `prefix`, by key. */
  list(prefix?: string): Promise<StoredObject[]>;
};

export type ByteRange = { readonly start: number; readonly end?: number };

/** The service accepts 10,000 parts, so an object may have 80 GB. */
const partBytes = 8 * 1024 * 1024;
const listedAtOnce = 1_000;

type Options = {
  readonly maxListed?: number;
  /** Of a whole request, its content and further tries included: not for objects of any size. Without end by default. */
  readonly maxMilliseconds?: number | undefined;
};

export function openBucket(
  address: BucketAddress,
  { maxListed = listedAtOnce, maxMilliseconds }: Options = {},
): Bucket {
  const { prefix, endpoint, region, accessKeyId, secretAccessKey } = address;
  const service = new S3mini({
    endpoint,
    region,
    accessKeyId,
    secretAccessKey,
    fetch: fetchAgain,
    ...(maxMilliseconds === undefined ? {} : { requestAbortTimeout: maxMilliseconds }),
  });
  const name = `${endpoint}/${prefix}`;
  const path = (key: string) => `${prefix}${key}`;
  const tell = (error: unknown): never => {
    throw toBucketError(name, error);
  };
  const head = async (key: string) => {
    const bytes = await service
      .getContentLength(path(key))
      // Its reply has no body that could say what is missing.
      .catch(({ cause }: Error) => (isNotFound(cause) ? undefined : tell(cause)));
    return bytes === undefined ? undefined : { bytes };
  };
  return {
    name,
    head,
    async put(key, content, mediaType = 'application/octet-stream') {
      const bytes = await send(service, path(key), content, mediaType).catch((error: unknown) =>
        error instanceof ContentError ? raise(error.cause) : tell(error),
      );
      // A service may answer 200 before it has put the parts together, and then fail.
      const stored = await head(key);
      if (stored?.bytes === bytes) return bytes;
      throw keptLess(name, key);
    },
    async get(key, range) {
      const { start = 0, end } = range ?? {};
      const reply = await service
        .getObjectRaw(path(key), range === undefined, start, end)
        .catch((error: unknown) => (isMissing(error) ? undefined : tell(error)));
      return reply && (reply.body ? Readable.fromWeb(reply.body as never) : Readable.from([]));
    },
    async putBytes(key, content, mediaType = 'application/octet-stream') {
      await service.putObject(path(key), content, mediaType).catch(tell);
      const stored = await head(key);
      if (stored?.bytes !== content.length) throw keptLess(name, key);
    },
    async getBytes(key, { start, end }) {
      try {
        const reply = await service.getObjectRaw(path(key), false, start, end);
        return Buffer.from(await reply.arrayBuffer());
      } catch (error) {
        if (isMissing(error)) return undefined;
        return isBehindEnd(error) ? Buffer.of() : tell(error);
      }
    },
    async delete(key) {
      await service.deleteObject(path(key)).catch((error: unknown) => {
        if (!isMissing(error)) tell(error);
      });
    },
    async list(within = '') {
      const found: StoredObject[] = [];
      let next: string | undefined;
      do {
        const listed = await service
          .listObjectsPaged('/', path(within), maxListed, next)
          .catch(tell);
        if (!listed) throw toBucketError(name, new S3ServiceError('', 404, 'NoSuchBucket'));
        for (const { Key, Size } of listed.objects ?? []) {
          const key = Key.slice(prefix.length);
          found.push({ key, bytes: Number(Size) });
        }
        next = listed.nextContinuationToken;
      } while (next);
      return found;
    },
  };
}

const retries = 3;
const retryMilliseconds = 200;

/**
 * Tries again what a service that is busy, or a line that is cut, has refused: a large copy is a thousand requests,
 * and one that fails throws it away. Bodies are in memory, and so can be sent again. Not what begins or completes an
 * object of parts, which may have been done.
 */
async function fetchAgain(
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const isLast = retry === retries || init.method === 'POST';
    try {
      const reply = await fetch(input, init);
      if (isLast || (reply.status < 500 && reply.status !== 429)) return reply;
      await reply.body?.cancel();
    } catch (error) {
      if (isLast || init.signal?.aborted) throw error;
    }
    await sleep(
      retryMilliseconds * 2 ** retry,
      undefined,
      init.signal ? { signal: init.signal } : {},
    );
  }
}

const keptLess = (name: string, key: string) =>
  new BucketError('failed', `${name} did not keep all of ${key}.`);

/** One request for what fits into one; otherwise parts, of which at most two are in memory. */
async function send(
  service: S3mini,
  path: string,
  content: AsyncIterable<Uint8Array>,
  mediaType: string,
): Promise<number> {
  let bytes = 0;
  let upload: string | undefined;
  let held: Uint8Array | undefined;
  const parts: { partNumber: number; etag: string }[] = [];
  const sendPart = async (id: string, part: Uint8Array) => {
    parts.push(await service.uploadPart(path, id, part, parts.length + 1));
  };
  try {
    for await (const part of toParts(content)) {
      bytes += part.length;
      if (held) {
        upload ??= await service.getMultipartUploadId(path, mediaType);
        await sendPart(upload, held);
      }
      held = part;
    }
    held ??= new Uint8Array();
    if (upload === undefined) {
      await service.putObject(path, held, mediaType);
      return bytes;
    }
    await sendPart(upload, held);
    const { etag } = await service.completeMultipartUpload(path, upload, parts);
    if (!etag) throw new Error('the parts were not put together');
    return bytes;
  } catch (error) {
    // What was sent would be kept, and charged, for ever.
    if (upload !== undefined) await service.abortMultipartUpload(path, upload).catch(() => {});
    throw error;
  }
}

/** What went wrong with the content, as opposed to the service. */
class ContentError extends Error {}

async function* toParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let part = new Uint8Array(partBytes);
  let size = 0;
  try {
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length; ) {
        const taken = chunk.subarray(at, at + partBytes - size);
        part.set(taken, size);
        size += taken.length;
        at += taken.length;
        if (size < partBytes) continue;
        yield part;
        part = new Uint8Array(partBytes);
        size = 0;
      }
    }
  } catch (error) {
    throw new ContentError('the content ended early', { cause: error });
  }
  if (size > 0) yield part.subarray(0, size);
}

function raise(error: unknown): never {
  throw error;
}

/**
 * Only if the service says so of this object: a proxy before a service that is down answers 404, too, and so
 * does a service without the bucket.
 */
const isMissing = (error: unknown) =>
  error instanceof S3ServiceError && error.status === 404 && readCode(error) === 'NoSuchKey';

/** `s3mini` reads it only from a reply whose media type is exactly `application/xml`. */
function readCode({ serviceCode, body = '' }: S3ServiceError): string | undefined {
  const isUnread = serviceCode === undefined || serviceCode === 'Unknown';
  return isUnread ? /<Code>\s*(\w+)\s*<\/Code>/.exec(body)?.[1] : serviceCode;
}

const isNotFound = (error: unknown) => error instanceof S3ServiceError && error.status === 404;

const isBehindEnd = (error: unknown) => error instanceof S3ServiceError && error.status === 416;

function toBucketError(name: string, error: unknown): BucketError {
  if (!(error instanceof S3ServiceError)) {
    const why = findCode(error) ?? (error instanceof Error ? error.message : 'no answer');
    return new BucketError('unreachable', `${name} can't be reached: ${why}.`, error);
  }
  const { status } = error;
  const code = readCode(error) ?? 'no reason given';
  if (status === 404 && code === 'NoSuchBucket') {
    return new BucketError('not_found', `There is no bucket ${name}.`, error);
  }
  if (status === 403 || status === 401) {
    return new BucketError('denied', `${name} denied access: ${code}.`, error);
  }
  return new BucketError('failed', `${name} failed: ${status} ${code}.`, error);
}

function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return findCode(error.cause);
}
