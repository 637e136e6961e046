/** Serves the built browser app: its files, and its single page at the URL of every screen. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { appFolder } from '../config/paths.ts';
import { apiBase } from './serve.ts';
import { listSharedFiles, type SharedFiles, sendSharedFile } from './shared-files.ts';

const pageFile = 'index.html';
/** On the page and in the tab, where it would otherwise be asked for twice. */
const markFile = 'favicon.svg';

const forever = 'public, max-age=31536000, immutable';
const forADay = 'public, max-age=86400';

export function serveBrowserApp(app: FastifyInstance, folder: string = appFolder): void {
  const current = followFiles(folder);
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*'];
    // Not asked for scripts and styles, which never change under their names.
    const isHashed = path.startsWith('assets/');
    const files = (isHashed && current.latest()) || (await current.refresh());
    const file = files.get(path) ?? (isScreen(`/${path}`) ? files.get(pageFile) : undefined);
    if (file === undefined) return sendNotFound(reply);
    void reply.header(
      'cache-control',
      isHashed ? forever : path === markFile ? forADay : 'no-cache',
    );
    return sendSharedFile(request, reply, file);
  });
}

/** `npm run dev` builds while the server runs. */
function followFiles(folder: string) {
  let files: SharedFiles | undefined;
  let seen: string | undefined;
  let refreshing: Promise<SharedFiles> | undefined;
  const refresh = async (): Promise<SharedFiles> => {
    const stamps = await Promise.all(
      [pageFile, 'assets'].map((name) => stampOf(join(folder, name))),
    );
    const stamp = stamps.join(' ');
    if (files === undefined || stamp !== seen) files = listSharedFiles(folder);
    seen = stamp;
    return files;
  };
  return {
    latest: () => files,
    // Requests in the meantime share it: a thousand requests look once.
    refresh: () => {
      refreshing ??= refresh().finally(() => {
        refreshing = undefined;
      });
      return refreshing;
    },
  };
}

/** Empty where there is nothing: tests of the API serve without a built app. */
async function stampOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? '' : `${found.size}-${found.mtimeMs}`;
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  const body = { code: 'not_found', message: 'There is nothing at this address' };
  return reply.code(404).header('cache-control', 'no-store').send(body);
}

/** URLs of screens have no file extension; the page itself decides which screen to show. */
function isScreen(path: string): boolean {
  return !isBelowApi(path) && !/\.\w+$/.test(path);
}

export function isBelowApi(url: string): boolean {
  return url === apiBase || url.startsWith(`${apiBase}/`) || url.startsWith(`${apiBase}?`);
}
