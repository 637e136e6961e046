import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** What identity may know of a request. `rawHeaders` shows what Node folds away, such as a second Authorization. */
export type RequestFacts = {
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
};

export function toRequestFacts(request: FastifyRequest): RequestFacts {
  return { ip: request.ip, headers: request.headers, rawHeaders: request.raw.rawHeaders };
}
