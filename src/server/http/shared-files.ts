/**
 * Files and documents sent from memory: each is read once and all replies share its bytes, so that
 * a client that reads slowly, or asks a thousand times, takes neither memory nor a thread that hashes
 * passwords. Only what a folder contains has an address, so no path leads out of it.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings, type Encoding } from './accepted-encoding.ts';
import { isKnownTag } from './content.ts';

type ReadBytes = () => Promise<Buffer>;

export type SharedFile = {
  readonly type: string;
  /** Null for what is asked for rarely. */
  readonly etag: string | null;
  readonly plain: ReadBytes;
  readonly forms: Readonly<Partial<Record<Encoding, ReadBytes>>>;
};

export type SharedFiles = ReadonlyMap<string, SharedFile>;

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** By their paths in the folder, with slashes; nothing is read yet. */
export function listSharedFiles(folder: string): SharedFiles {
  if (!existsSync(folder)) return new Map();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name));
  const all = new Set(found);
  const files = found.filter((file) => !/\.(br|gz)$/.test(file));
  return new Map(
    files.map((file) => [
      file.slice(folder.length + 1).replaceAll(sep, '/'),
      toSharedFile(file, (compressed) => all.has(compressed)),
    ]),
  );
}

/** bin/build.mjs compresses the files; compressed ones have no URLs of their own. */
function toSharedFile(file: string, exists: (file: string) => boolean): SharedFile {
  const { size, mtimeMs } = statSync(file);
  const read = (path: string) => (exists(path) ? once(() => readFile(path)) : undefined);
  const br = read(`${file}.br`);
  const gz = read(`${file}.gz`);
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    etag: `"${size.toString(16)}-${Math.trunc(mtimeMs).toString(16)}"`,
    plain: once(() => readFile(file)),
    forms: { ...(br ? { br } : {}), ...(gz ? { gzip: gz } : {}) },
  };
}

const compress = promisify(gzip);

/** A document made, and compressed, when it is first asked for. */
export function toSharedDocument(type: string, make: ReadBytes): SharedFile {
  const plain = once(make);
  return { type, etag: null, plain, forms: { gzip: once(async () => compress(await plain())) } };
}

/** What failed is tried again. */
function once(read: ReadBytes): ReadBytes {
  let reading: Promise<Buffer> | undefined;
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

/** In the best form the caller accepts; 304 if the caller has it. */
export async function sendSharedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, forms }: SharedFile,
): Promise<FastifyReply> {
  void reply.header('vary', 'accept-encoding');
  // Weak, because the forms have other bytes.
  if (etag) void reply.header('etag', `W/${etag}`);
  if (etag && isKnownTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const encoding = acceptedEncodings(request.headers['accept-encoding']).find(
    (name) => forms[name],
  );
  if (encoding) void reply.header('content-encoding', encoding);
  const read = (encoding && forms[encoding]) ?? plain;
  return reply.type(type).send(await read());
}
