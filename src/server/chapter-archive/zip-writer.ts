/** A ZIP file, written entry by entry in constant memory. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Day } from '#kit/day.ts';
import type { ArchiveEntry } from './archive-manifest.ts';

export type Content = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>;

export type ZipWriter = {
  /** Adds an entry; call it again once it is done. */
  add(name: string, content: Content): Promise<ArchiveEntry>;
  /** Completes the file, which is on the disk then. */
  end(): Promise<void>;
  /** Ends writing after a failure. */
  abort(error: Error): void;
};

/** Only the owner of the process may read it. Refuses an existing file. */
export function createZip(path: string): ZipWriter {
  return writeZip(createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
}

/**
 * In memory, compressed: for what is known to be small. The same entries of the same day are the
 * same bytes.
 */
export function createZipInMemory(day: Day): ZipWriter & { content(): Buffer } {
  const chunks: Buffer[] = [];
  const writer = writeZip(
    new Writable({
      write: (chunk: Buffer, _, done) => {
        chunks.push(chunk);
        done();
      },
    }),
    day,
  );
  return { ...writer, content: () => Buffer.concat(chunks) };
}

function writeZip(target: Writable, day?: Day): ZipWriter {
  const zip = new ZipFile();
  // At noon, which is on that day in nearly every zone.
  // oxlint-disable-next-line no-restricted-globals -- yazl wants a date
  const time = day && { mtime: new Date(`${day}T12:00Z`) };
  const output = zip.outputStream as Readable;
  const written = pipeline(output, target);
  // Reported by whatever waits for it next.
  written.catch(() => {});
  zip.on('error', (error: Error) => output.destroy(error));
  return {
    add: (name, content) =>
      Promise.race([
        new Promise<ArchiveEntry>((resolve, reject) => {
          const stream = Readable.from(digest(name, content, resolve), { objectMode: false });
          stream.on('error', reject);
          zip.addReadStream(stream, name, { mode: 0o100600, ...time });
        }),
        // The disk may be full before an entry ends; nothing ends before its entries do.
        written.then<never>(() => Promise.reject(new Error('the archive ended early'))),
      ]),
    end: async () => {
      zip.end();
      await written;
    },
    abort: (error) => output.destroy(error),
  };
}

async function* digest(
  name: string,
  content: Content,
  done: (entry: ArchiveEntry) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    const buffer = Buffer.from(chunk);
    if (buffer.length === 0) continue;
    hash.update(buffer);
    bytes += buffer.length;
    yield buffer;
  }
  done({ name, bytes, sha256: hash.digest('hex') });
}
