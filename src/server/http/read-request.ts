/** Decodes requests by their contract. */
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#kit/endpoint.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { isStorableText } from '#kit/text.ts';
import './zod-settings.ts';

export type Sent = { params: unknown; query: unknown; body: unknown; ifMatch: number | undefined };

/**
 * Decodes a request by its contract and refuses the first of these problems: a wrong content type
 * (415), an impossible id in the path (404), an invalid query, NUL or lone surrogates in it, an
 * invalid body (each 422 with its field). An `If-Match` that is not a version matches nothing.
 */
export function readRequest(endpoint: Endpoint, request: FastifyRequest): Result<Sent> {
  const type = request.headers['content-type'];
  if (type !== undefined && mediaType(type) !== endpoint.bodyType && request.body !== undefined) {
    return refuse('wrong-type', 'unsupported_media_type', `Send ${endpoint.bodyType}`);
  }
  const params = z.safeDecode(endpoint.params, request.params as never);
  // An impossible id is not found.
  if (!params.success) return notFound('Record');
  const query = z.safeDecode(endpoint.query, request.query as never);
  if (!query.success) return invalid(query.error);
  for (const value of Object.values(request.query as Record<string, unknown>)) {
    if (typeof value === 'string' && !isStorableText(value)) {
      return refuse('invalid', 'invalid', 'Text must be well-formed Unicode without NUL');
    }
  }
  const body = z.safeDecode(endpoint.body, request.body as never);
  if (!body.success) return invalid(body.error);
  const ifMatch = readIfMatch(request.headers['if-match']);
  return ok({ params: params.data, query: query.data, body: body.data, ifMatch });
}

function mediaType(header: string): string {
  return header.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function readIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const version = /^"(\d{1,9})"$/.exec(header.trim())?.[1];
  return version === undefined ? -1 : Number(version);
}

function invalid(error: z.core.$ZodError): Result<never> {
  const issues = error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  const first = issues[0] ?? { field: '', message: 'Invalid value' };
  return refuse('invalid', 'invalid', first.message, {
    ...(first.field ? { field: first.field } : {}),
    ...(issues.length > 1 ? { details: { issues: issues.slice(0, 50) } } : {}),
  });
}
