/** `/api/openapi.json` and `/api/docs`, a page to read and try the API under our own CSP. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Api, apiBase } from './serve.ts';
import { sendSharedFile, toSharedDocument } from './shared-files.ts';

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

export function serveDocs(app: FastifyInstance, api: Api): void {
  const serve = (path: string, type: string, make: () => Promise<Buffer>) => {
    const document = toSharedDocument(type, make);
    app.get(apiBase + path, (request, reply) => sendSharedFile(request, reply, document));
  };
  serve('/openapi.json', 'application/json; charset=utf-8', () => buildDocument(api));
  serve('/docs', 'text/html; charset=utf-8', async () => Buffer.from(page));
  serve('/docs/start.js', script, async () => Buffer.from(start));
  serve('/docs/swagger-ui-bundle.js', script, () => readSwagger('swagger-ui-bundle.js'));
  serve('/docs/swagger-ui.css', 'text/css; charset=utf-8', () => readSwagger('swagger-ui.css'));
}

const script = 'text/javascript; charset=utf-8';

/** Built on first use, together with its module, to keep startup fast. */
async function buildDocument(api: Api): Promise<Buffer> {
  const { openApiDocument } = await import('./openapi.ts');
  return Buffer.from(JSON.stringify(openApiDocument(api.endpoints, apiBase)));
}

function readSwagger(name: string): Promise<Buffer> {
  const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  return readFile(join(folder, name));
}
