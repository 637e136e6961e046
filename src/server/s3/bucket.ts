/**
 * A bucket of an S3-compatible service. Memory is constant whatever the size, and no request is without end: a
 * service may be away, silent, slow, or send more than it was asked for.
 */
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { BucketAddress } from './bucket-address.ts';
import { BucketError } from './bucket-error.ts';
import { keepPace, type Pace, readWhole, signalFor } from './pace.ts';
import { ContentError, sendObject } from './send-object.ts';
import { openService } from './service.ts';
import { isBehindEnd, isMissing, isNotFound, toBucketError } from './service-error.ts';

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

type Options = Partial<Pace> & {
  readonly listedAtOnce?: number;
  /** More are not listed: a service that lists without end would fill the memory. */
  readonly maxListed?: number;
};

export function openBucket(
  address: BucketAddress,
  {
    maxMilliseconds = 30_000,
    leastBytesPerSecond = 64 * 1024,
    listedAtOnce = 1_000,
    maxListed = 100_000,
    signal,
  }: Options = {},
): Bucket {
  const { prefix, endpoint } = address;
  const service = openService(address);
  const { client, bucket } = service;
  const name = `${endpoint}/${prefix}`;
  const pace = { maxMilliseconds, leastBytesPerSecond, signal };
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${key}` });
  const inTime = () => ({ abortSignal: signalFor(pace, 0) });
  const rethrow = (error: unknown): never => {
    throw toBucketError(name, error);
  };
  const head = async (key: string) => {
    const found = await client
      .send(new HeadObjectCommand(at(key)), inTime())
      .catch((error: unknown) => (isNotFound(error) ? undefined : rethrow(error)));
    return found && { bytes: found.ContentLength ?? 0 };
  };
  /** Undefined if there is no such object. The signal goes on to count while it is read. */
  const read = async (key: string, range: ByteRange | undefined, abortSignal: AbortSignal) => {
    const { start = 0, end } = range ?? {};
    const Range = range && `bytes=${start}-${end === undefined ? '' : end - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ ...at(key), Range }), {
      abortSignal,
    });
    return Body instanceof Readable ? Body : Readable.from([]);
  };
  const expectKept = async (key: string, bytes: number) => {
    const stored = await head(key);
    if (stored?.bytes === bytes) return;
    throw new BucketError('failed', `${name} did not keep all of ${key}.`);
  };
  return {
    name,
    head,
    async put(key, content, mediaType = 'application/octet-stream') {
      const object = { key: at(key).Key, content, mediaType };
      const bytes = await sendObject(service, object, pace).catch((error: unknown) => {
        if (error instanceof ContentError) throw error.cause;
        return rethrow(error);
      });
      // A service may answer 200 before it has put the parts together, and then fail.
      await expectKept(key, bytes);
      return bytes;
    },
    async get(key, range) {
      // It may take any time to read, at its pace; only the answer is waited for here.
      const answering = new AbortController();
      const late = setTimeout(() => answering.abort(), maxMilliseconds);
      try {
        const ends = signal ? AbortSignal.any([answering.signal, signal]) : answering.signal;
        const content = await read(key, range, ends);
        return Readable.from(reportingErrors(keepPace(content, pace), rethrow), {
          objectMode: false,
        });
      } catch (error) {
        return isMissing(error) ? undefined : rethrow(error);
      } finally {
        clearTimeout(late);
      }
    },
    async putBytes(key, content, mediaType = 'application/octet-stream') {
      const put = new PutObjectCommand({ ...at(key), Body: content, ContentType: mediaType });
      await client.send(put, inTime()).catch(rethrow);
      await expectKept(key, content.length);
    },
    async getBytes(key, { start, end }) {
      try {
        const content = await read(key, { start, end }, signalFor(pace, 0));
        return await readWhole(content, end - start);
      } catch (error) {
        if (isMissing(error)) return undefined;
        return isBehindEnd(error) ? Buffer.of() : rethrow(error);
      }
    },
    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)), inTime()).catch((error: unknown) => {
        if (!isMissing(error)) rethrow(error);
      });
    },
    async list(within = '') {
      const found: StoredObject[] = [];
      const all = inTime();
      const asked = { Bucket: bucket, Prefix: `${prefix}${within}`, MaxKeys: listedAtOnce };
      let next: string | undefined;
      do {
        const page = new ListObjectsV2Command({ ...asked, ContinuationToken: next });
        const { Contents = [], NextContinuationToken } = await client
          .send(page, all)
          .catch(rethrow);
        for (const { Key = '', Size = 0 } of Contents) {
          found.push({ key: Key.slice(prefix.length), bytes: Size });
        }
        if (found.length > maxListed) {
          throw new BucketError('failed', `${name} has more than ${maxListed} objects.`);
        }
        next = NextContinuationToken;
      } while (next);
      return found;
    },
  };
}

async function* reportingErrors(
  content: AsyncIterable<Uint8Array>,
  rethrow: (error: unknown) => never,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    rethrow(error);
  }
}
