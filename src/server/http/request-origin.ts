import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Whether a write comes from another site's page. Browsers say so themselves (Sec-Fetch-Site,
 * Origin); programs send neither and have no cookies to abuse. `ownOrigins`: where the hub itself
 * and an app living apart from it are served.
 */
export function isCrossSiteWrite(
  method: string,
  headers: IncomingHttpHeaders,
  ownOrigins: readonly string[],
): boolean {
  if (!writes.has(method)) return false;
  const { origin } = headers;
  if (origin !== undefined && ownOrigins.includes(origin)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined;
}

/** Lets an app that is served from one of these origins, and no other, read our replies. */
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
    exposedHeaders: ['etag', 'retry-after'],
    maxAge: 600,
  });
}
