import type { IncomingHttpHeaders } from 'node:http';
import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Whether a write comes from another site's page. Browsers reveal this (Sec-Fetch-Site, Origin);
 * programs send neither and have no cookies to abuse. `ownOrigins` are those of the server and of a
 * separately served app.
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
    exposedHeaders: ['etag', 'retry-after'],
    maxAge: 600,
  });
}
