/** Serves the built browser app: its files, and its single page at the URL of every screen. */
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { appFolder } from '../config/paths.ts';
import { apiBase } from './serve.ts';

export async function serveBrowserApp(
  app: FastifyInstance,
  folder: string = appFolder,
): Promise<void> {
  const hashedFiles = join(folder, 'assets') + sep;
  await app.register(async (files) => {
    // The plugin replies 403 to paths such as /../secret; we reply 404.
    files.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.statusCode !== undefined && error.statusCode < 500) return sendNotFound(reply);
      throw error;
    });
    await files.register(fastifyStatic, {
      root: folder,
      dotfiles: 'ignore',
      // bin/build.mjs compresses the files; compressed ones have no URLs of their own.
      preCompressed: true,
      allowedPath: (path) => !isBelowApi(path) && !/\.(br|gz)$/.test(path),
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(hashedFiles);
        const caching = isHashed ? 'public, max-age=31536000, immutable' : 'no-cache';
        void reply.header('cache-control', caching);
      },
    });
    files.setNotFoundHandler((request, reply) => {
      const path = request.url.split('?', 1)[0] ?? '';
      if (request.method !== 'GET' && request.method !== 'HEAD') return sendNotFound(reply);
      return isScreen(path) ? reply.sendFile('index.html') : sendNotFound(reply);
    });
  });
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  const body = { code: 'not_found', message: 'There is nothing at this address' };
  return reply.code(404).send(body);
}

/** URLs of screens have no file extension; the page itself decides which screen to show. */
function isScreen(path: string): boolean {
  return !isBelowApi(path) && !/\.\w+$/.test(path);
}

export function isBelowApi(url: string): boolean {
  return url === apiBase || url.startsWith(`${apiBase}/`) || url.startsWith(`${apiBase}?`);
}
