/** How slow a service may be: one that sends a byte a second is not silent, and would hold up everything for years. */
import type { Readable } from 'node:stream';
import { BucketError } from './bucket-error.ts';

export type Pace = {
  /** Of a request, its reply and further tries included. Content of any size may take longer, at the least speed. */
  readonly maxMilliseconds: number;
  readonly leastBytesPerSecond: number;
  /** Ends whatever is under way. */
  readonly signal?: AbortSignal | undefined;
};

/** For content of this size on its way to the service. */
export function signalFor(
  { maxMilliseconds, leastBytesPerSecond, signal }: Pace,
  bytes: number,
): AbortSignal {
  const milliseconds = maxMilliseconds + Math.ceil((bytes / leastBytesPerSecond) * 1_000);
  return AbortSignal.any([AbortSignal.timeout(milliseconds), ...(signal ? [signal] : [])]);
}

/**
 * The content, unless it is more than `maxMilliseconds` behind the least speed at any time. Only waiting for the
 * service counts, not what the reader does between two chunks.
 */
export async function* keepPace(
  content: Readable,
  { maxMilliseconds, leastBytesPerSecond }: Pace,
): AsyncGenerator<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let left = maxMilliseconds;
  try {
    for (;;) {
      const from = performance.now();
      const late = setTimeout(() => content.destroy(new TooSlow()), left);
      const next = await chunks.next().finally(() => clearTimeout(late));
      if (next.done) return;
      const gained = (next.value.length / leastBytesPerSecond) * 1_000;
      left = Math.min(maxMilliseconds, left - (performance.now() - from) + gained);
      yield next.value;
    }
  } finally {
    content.destroy();
  }
}

class TooSlow extends Error {
  constructor() {
    super('it sends too slowly');
  }
}

/** What a reply that is read as a whole may have at most. */
export async function readWhole(content: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    bytes += chunk.length;
    if (bytes > most)
      throw new BucketError('failed', 'The bucket sent more than it was asked for.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
