/** Serves the built browser app: hashed files for ever, everything else as the one page. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { appFolder } from '../../config/paths.ts';
import { apiBase } from '../serve.ts';
import { findFile, sendFile } from './static-files.ts';

export function serveBrowserApp(app: FastifyInstance, folder: string = appFolder): void {
  app.setNotFoundHandler(async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && !isBelowApi(request.url)) {
      const path = request.url.split('?', 1)[0] ?? '';
      const found = isScreen(path)
        ? await findPage(folder, path, request.headers)
        : await findFile(folder, path.slice(1), request.headers);
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

/** The page that brings a screen's code along, where there is one (vite.config.ts); else the page. */
async function findPage(folder: string, path: string, sent: IncomingHttpHeaders) {
  const [, screen] = /^\/([\w-]+)$/.exec(path) ?? [];
  const own = screen === undefined ? undefined : await findFile(folder, `${screen}.html`, sent);
  return own ?? findFile(folder, 'index.html', sent);
}

/** Screens have addresses without an ending; the one page finds out which it is. */
function isScreen(path: string): boolean {
  return !/\.\w+$/.test(path);
}

export function isBelowApi(url: string): boolean {
  return url === apiBase || url.startsWith(`${apiBase}/`) || url.startsWith(`${apiBase}?`);
}
