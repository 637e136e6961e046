import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/**
 * The part of a request that identity may use. `rawHeaders` shows what Node merges, such as
 * repeated Authorization headers.
 */
export type RequestFacts = {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
};

export function toRequestFacts(request: FastifyRequest): RequestFacts {
  return { ip: request.ip, headers: request.headers, rawHeaders: request.raw.rawHeaders };
}
