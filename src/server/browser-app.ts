/** Serves the built browser app: hashed files for ever, everything else as the one page. */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { apiBase } from './serve.ts';
import { sendFile } from './static-files.ts';

const builtApp = fileURLToPath(new URL('../../dist', import.meta.url));

export function serveBrowserApp(app: FastifyInstance, folder: string = builtApp): void {
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const path = request.url.split('?', 1)[0] ?? '';
    const sent =
      isRead && !isBelowApi(request.url)
        ? await sendFile(request, reply, {
            folder,
            name: isScreen(path) ? 'index.html' : path.slice(1),
            cacheControl: path.startsWith('/assets/')
              ? 'public, max-age=31536000, immutable'
              : 'no-cache',
          })
        : undefined;
    return (
      sent ??
      reply.code(404).send({ code: 'not_found', message: 'There is nothing at this address' })
    );
  });
}

/** Screens have addresses without an ending; the one page finds out which it is. */
function isScreen(path: string): boolean {
  return !/\.\w+$/.test(path);
}

export function isBelowApi(url: string): boolean {
  return url === apiBase || url.startsWith(`${apiBase}/`) || url.startsWith(`${apiBase}?`);
}
