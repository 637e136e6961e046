/** Serves the built browser app: hashed files for ever, everything else as the one page. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { apiBase } from './serve.ts';

const builtApp = fileURLToPath(new URL('../../dist', import.meta.url));

export async function serveBrowserApp(
  app: FastifyInstance,
  folder: string = builtApp,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      index: 'index.html',
      dotfiles: 'ignore',
      preCompressed: true,
      setHeaders: (reply, path) => {
        const isHashed = path.includes('/assets/');
        void reply.header(
          'cache-control',
          isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !isBelowApi(request.url);
    if (isPage && isBuilt && !/\.\w+$/.test(request.url.split('?', 1)[0] ?? '')) {
      return reply
        .header('cache-control', 'no-cache')
        .sendFile('index.html', { cacheControl: false });
    }
    return reply.code(404).send({ code: 'not_found', message: 'There is nothing at this address' });
  });
}

export function isBelowApi(url: string): boolean {
  return url === apiBase || url.startsWith(`${apiBase}/`) || url.startsWith(`${apiBase}?`);
}
