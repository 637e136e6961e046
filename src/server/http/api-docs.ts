/** `/api/openapi.json` and `/api/docs`, a page to read and try the API under our own CSP. */
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { type Api, apiBase } from './serve.ts';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Chapter Hub API</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${apiBase}/docs/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="${apiBase}/docs/swagger-ui-bundle.js"></script>
<script src="${apiBase}/docs/start.js"></script>
</body>
</html>
`;

// Uses the app's session: the page fetches a short-lived token before each request.
const start = `'use strict';
let token;
async function bearer() {
  if (token && Date.parse(token.expiresAt) - Date.now() > 30000) return token.token;
  const reply = await fetch('${apiBase}/auth/token', { method: 'POST' });
  token = reply.ok ? await reply.json() : undefined;
  return token && token.token;
}
SwaggerUIBundle({
  url: '${apiBase}/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  // A hundred and forty calls; all at once, Swagger UI shows only the first few.
  docExpansion: 'none',
  validatorUrl: null,
  requestInterceptor: async (request) => {
    if (request.loadSpec || request.headers.Authorization) return request;
    const value = await bearer();
    if (value) request.headers.Authorization = 'Bearer ' + value;
    return request;
  },
});
`;

export async function serveDocs(app: FastifyInstance, api: Api): Promise<void> {
  let document: Promise<string> | undefined;
  app.get(`${apiBase}/openapi.json`, async (_, reply) => {
    document ??= buildDocument(api);
    return reply.type('application/json').send(await document);
  });
  app.get(`${apiBase}/docs`, (_, reply) => reply.type('text/html').send(page));
  app.get(`${apiBase}/docs/start.js`, (_, reply) => reply.type('text/javascript').send(start));
  await app.register(fastifyStatic, {
    root: swaggerFolder(),
    prefix: `${apiBase}/docs/`,
    decorateReply: false,
    cacheControl: false,
    allowedPath: (path) => ['/swagger-ui.css', '/swagger-ui-bundle.js'].includes(path),
  });
}

/** Built on first use, together with its module, to keep startup fast. */
async function buildDocument(api: Api): Promise<string> {
  const { openApiDocument } = await import('./openapi.ts');
  return JSON.stringify(openApiDocument(api.endpoints, apiBase));
}

function swaggerFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}
