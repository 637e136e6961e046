/** Serves the built browser app: hashed files for ever, everything else as the one page. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { apiBase } from './serve.ts';
import { findFile, sendFile } from './static-files.ts';

const builtApp = fileURLToPath(new URL('../../dist', import.meta.url));

export function serveBrowserApp(app: FastifyInstance, folder: string = builtApp): void {
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !isBelowApi(request.url)) {
      const path = request.url.split('?', 1)[0] ?? '';
      const name = isScreen(path) ? 'index.html' : path.slice(1);
      const found = await findFile(folder, name, request.headers);
      const isHashed = path.startsWith('/assets/');
      void reply.header(
        'cache-control',
        found && isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      );
      if (found) return sendFile(reply, found);
    }
    return reply.code(404).send({ code: 'not_found', message: 'There is nothing at this address' });
  });
}

/** Screens have addresses without an ending; the one page finds out which it is. */
function isScreen(path: string): boolean {
  return !/\.\w+$/.test(path);
}

export function isBelowApi(url: string): boolean {
  return url === apiBase || url.startsWith(`${apiBase}/`) || url.startsWith(`${apiBase}?`);
}
