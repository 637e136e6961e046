/**
 * Finds the files of a built folder, in the compressed form that lies beside them when the caller
 * takes it. Names are matched, never resolved, so that nothing outside the folder has an address.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { extname, join } from 'node:path';
import type { FastifyReply } from 'fastify';
import { acceptedEncodings, type Encoding } from '../accepted-encoding.ts';

export type FoundFile = {
  status: 200 | 304;
  headers: Record<string, string>;
  /** Absent when the caller has it already. */
  body: Buffer | undefined;
};

const typeOf: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

const endingOf: Record<Encoding, string> = { br: '.br', gzip: '.gz' };

/** A file's name in the folder or one below it; nothing hidden, nothing above. */
const plainName = /^(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/;

/** The file `name` of `folder` for a caller with these headers; undefined when there is none. */
export async function findFile(
  folder: string,
  name: string,
  sent: IncomingHttpHeaders,
): Promise<FoundFile | undefined> {
  const type = typeOf[extname(name)];
  if (type === undefined || !plainName.test(name)) return undefined;
  const found = await openBest(join(folder, name), sent['accept-encoding']);
  if (!found) return undefined;
  const { file, encoding } = found;
  try {
    const { size, mtimeMs } = await file.stat();
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    const headers = { etag, vary: 'accept-encoding' };
    if (sent['if-none-match'] === etag) return { status: 304, headers, body: undefined };
    return {
      status: 200,
      headers: {
        ...headers,
        'content-type': type,
        ...(encoding ? { 'content-encoding': encoding } : {}),
      },
      body: await file.readFile(),
    };
  } finally {
    await file.close();
  }
}

/** To be returned by an async handler as it is: a reply that is awaited is answered twice. */
export function sendFile(reply: FastifyReply, { status, headers, body }: FoundFile): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

async function openBest(
  path: string,
  accepted: string | undefined,
): Promise<{ file: FileHandle; encoding?: string } | undefined> {
  for (const encoding of acceptedEncodings(accepted)) {
    const file = await openFile(path + endingOf[encoding]);
    if (file) return { file, encoding };
  }
  const file = await openFile(path);
  return file && { file };
}

const isMissing = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);

async function openFile(path: string): Promise<FileHandle | undefined> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    if (!isMissing.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  return undefined;
}
