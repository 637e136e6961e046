/**
 * Sends the files of a built folder, in the compressed form that lies beside them when the caller
 * takes it. Names are matched, never resolved, so that nothing outside the folder has an address.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

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

const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/** A file's name in the folder or one below it; nothing hidden, nothing above. */
const plainName = /^(?:[\w-][\w.-]*\/)?[\w-][\w.-]*$/;

/** Answers with the file `name` of `folder`; undefined when there is none to send. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { folder, name, cacheControl }: { folder: string; name: string; cacheControl: string },
): Promise<FastifyReply | undefined> {
  const type = typeOf[extname(name)];
  if (type === undefined || !plainName.test(name)) return undefined;
  const found = await openBest(join(folder, name), request.headers['accept-encoding']);
  if (!found) return undefined;
  const { file, encoding } = found;
  try {
    const { size, mtimeMs } = await file.stat();
    const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
    void reply.headers({ etag, 'cache-control': cacheControl, vary: 'accept-encoding' });
    if (request.headers['if-none-match'] === etag) return await reply.code(304).send();
    if (encoding) void reply.header('content-encoding', encoding);
    return await reply
      .code(200)
      .type(type)
      .send(await file.readFile());
  } finally {
    await file.close();
  }
}

async function openBest(
  path: string,
  accepted: string | undefined,
): Promise<{ file: FileHandle; encoding?: string } | undefined> {
  for (const { name, ending } of encodings) {
    const file = takes(accepted, name) ? await openFile(path + ending) : undefined;
    if (file) return { file, encoding: name };
  }
  const file = await openFile(path);
  return file && { file };
}

/** `br;q=0` refuses it; every browser that takes one of the two names it. */
function takes(accepted: string | undefined, encoding: string): boolean {
  return (accepted ?? '').split(',').some((part) => {
    const [name, ...parameters] = part.toLowerCase().split(';');
    return name?.trim() === encoding && !parameters.some((text) => /^\s*q=0(\.0*)?\s*$/.test(text));
  });
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
