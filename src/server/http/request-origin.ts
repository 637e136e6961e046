import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Whether a write comes from another site's page. Browsers reveal this (Origin, Sec-Fetch-Site);
 * programs send neither and have no cookies to abuse. `ownOrigins` are those of the server and of a
 * separately served app. A page whose name was pointed at this server counts as same-origin to the
 * browser, so Sec-Fetch-Site alone proves nothing.
 */
export function isCrossSiteWrite(
  method: string,
  headers: IncomingHttpHeaders,
  ownOrigins: () => readonly string[],
): boolean {
  if (!writes.has(method)) return false;
  const { origin } = headers;
  if (origin !== undefined) return !ownOrigins().includes(origin);
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The origin of a URL; on this machine, under all its names. */
export function listOrigins(url: string): string[] {
  const { protocol, hostname, port, origin } = new URL(url);
  if (!loopbackHosts.includes(hostname)) return [origin];
  return loopbackHosts.map((host) => `${protocol}//${host}${port ? `:${port}` : ''}`);
}

/** Allows only these origins to read replies (CORS). */
export async function allowAppOrigins(
  app: FastifyInstance,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  await app.register(cors, {
    origin: [...origins],
    credentials: true,
    methods: ['GET', ...writes],
    allowedHeaders: ['authorization', 'content-type', 'idempotency-key', 'if-match', 'x-chapter'],
    exposedHeaders: ['etag', 'ratelimit', 'retry-after'],
    maxAge: 600,
  });
}
