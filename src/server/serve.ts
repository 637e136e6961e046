/**
 * Contract → route. Every call of the API goes through here: its origin, who calls, whether they
 * may, what they sent, one transaction for a write, and the reply in the contract's shape.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { isMemberCaller, type MemberCaller, type SignedIn } from '#features/auth/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Endpoint, Policy } from '#kit/endpoint.ts';
import { notFound, ok, type Refusal, type Result, refuse } from '#kit/result.ts';
import { admit, type Gate, mostBodyBytesFor } from './admission.ts';
import { type Db, inTransaction, type Tx } from './db.ts';
import { failureOf, refusalBodyOf, statusOf } from './errors.ts';
import {
  type Claim,
  claimKey,
  hashRequest,
  type KeptReply,
  keepReply,
  readIdempotencyKey,
} from './idempotency.ts';
import type { NewId } from './ids.ts';
import { isStorableText } from './json.ts';
import { factsOf, type RequestFacts } from './request-facts.ts';

type CallerOf<P extends Policy> = P extends 'anyone'
  ? undefined
  : P extends 'signed-in'
    ? SignedIn
    : MemberCaller;

/** Readers get `db`; a member's writes get the `tx` they happen in. Identity's calls manage theirs. */
type Access<E extends Endpoint> = E['policy'] extends 'anyone' | 'signed-in'
  ? { db: Db }
  : E['method'] extends 'GET'
    ? { db: Db }
    : { tx: Tx };

export type Context<E extends Endpoint> = Access<E> & {
  caller: CallerOf<E['policy']>;
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  now: Instant;
  newId: NewId;
  /** The version the caller saw (`If-Match`); -1 for a tag that can match nothing. */
  ifMatch: number | undefined;
  request: RequestFacts;
  setHeader(name: string, value: string | string[]): void;
  log: FastifyBaseLogger;
};

export type Handler<E extends Endpoint> = (
  context: Context<E>,
) => Promise<Result<z.output<E['reply']>>>;

type UnkeptHandler<E extends Endpoint> = (
  context: Omit<Context<E>, 'tx'> & { db: Db },
) => Promise<Result<z.output<E['reply']>>>;

export type Api = {
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /**
   * As `serve`, for a member's write that opens its own transactions, because it does slow work
   * after them, and whose reply holds a secret that no table may keep. Repeating it must be
   * harmless by itself: an `Idempotency-Key` changes nothing.
   */
  serveUnkept<E extends Endpoint>(endpoint: E, handler: UnkeptHandler<E>): void;
  /** Everything served so far: what the OpenAPI document is made of. */
  readonly endpoints: readonly Endpoint[];
};

type Services = Gate & {
  db: Db;
  clock: () => Instant;
  newId: NewId;
};

export const apiBase = '/api';

export function createApi(app: FastifyInstance, services: Services): Api {
  const endpoints: Endpoint[] = [];
  function mount(endpoint: Endpoint, handler: unknown, isKept: boolean): void {
    const served = { endpoint, handler: handler as Handler<Endpoint>, isKept };
    endpoints.push(endpoint);
    app.route({
      method: endpoint.method,
      url: apiBase + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      bodyLimit: mostBodyBytesFor(endpoint.policy),
      onRequest: async (request, reply) => {
        const admitted = await admit(services, endpoint, request);
        if (!admitted.ok) return sendRefusal(reply, admitted.refusal);
        request.caller = admitted.value;
      },
      handler: (request, reply) => answer(services, served, request, reply),
    });
  }
  return {
    endpoints,
    serve: (endpoint, handler) => mount(endpoint, handler, true),
    serveUnkept: (endpoint, handler) => mount(endpoint, handler, false),
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type Served = { endpoint: Endpoint; handler: Handler<Endpoint>; isKept: boolean };

async function answer(
  services: Services,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    const result = await work(services, served, request, reply);
    return result.ok ? send(reply, result.value) : sendRefusal(reply, result.refusal);
  } catch (error) {
    return sendFailure(request, reply, error);
  }
}

async function work(
  services: Services,
  { endpoint, handler, isKept }: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<KeptReply>> {
  const { caller } = request;
  const member = isMemberCaller(caller) ? caller : undefined;
  const limited = await services.limits.checkAccount(request, endpoint);
  if (!limited.ok) return limited;
  const sent = readRequest(endpoint, request);
  if (!sent.ok) return sent;

  const context = {
    ...sent.value,
    caller,
    now: services.clock(),
    newId: services.newId,
    request: factsOf(request),
    setHeader: (name: string, value: string | string[]) => void reply.header(name, value),
    log: request.log,
  };
  const run = async (access: { db: Db } | { tx: Tx }): Promise<Result<KeptReply>> => {
    const result = await handler({ ...context, ...access } as Context<Endpoint>);
    return result.ok ? ok(encodeReply(endpoint, result.value)) : result;
  };
  if (endpoint.method === 'GET' || !member || !isKept) return run({ db: services.db });
  return write(services.db, endpoint, request, member, context.now, (tx) => run({ tx }));
}

async function write(
  db: Db,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: MemberCaller,
  now: Instant,
  run: (tx: Tx) => Promise<Result<KeptReply>>,
): Promise<Result<KeptReply>> {
  const key = readIdempotencyKey(request.headers['idempotency-key']);
  if (!key.ok) return key;
  if (endpoint.method !== 'POST' || key.value === undefined) return inTransaction(db, run);
  const claim: Claim = {
    chapterId: caller.chapterId,
    memberId: caller.memberId,
    key: key.value,
    requestHash: hashRequest(request.method, request.url, request.body),
  };
  return inTransaction(db, async (tx) => {
    const kept = await claimKey(tx, claim);
    if (!kept.ok) return kept;
    if (kept.value) return ok(kept.value);
    const result = await run(tx);
    if (result.ok) await keepReply(tx, claim, result.value, now);
    return result;
  });
}

type Sent = { params: unknown; query: unknown; body: unknown; ifMatch: number | undefined };

function readRequest(endpoint: Endpoint, request: FastifyRequest): Result<Sent> {
  const type = request.headers['content-type'];
  if (type !== undefined && mediaType(type) !== endpoint.bodyType && request.body !== undefined) {
    return refuse('wrong-type', 'unsupported_media_type', `Send ${endpoint.bodyType}`);
  }
  const params = endpoint.params.safeDecode(request.params as never);
  // An id that cannot exist is not there.
  if (!params.success) return notFound('Record');
  const query = endpoint.query.safeDecode(request.query as never);
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

function invalid(error: z.ZodError): Result<never> {
  const issues = error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issue.message,
  }));
  const first = issues[0] ?? { field: '', message: 'Not acceptable' };
  return refuse('invalid', 'invalid', first.message, {
    ...(first.field ? { field: first.field } : {}),
    ...(issues.length > 1 ? { details: { issues: issues.slice(0, 50) } } : {}),
  });
}

function encodeReply(endpoint: Endpoint, value: unknown): KeptReply {
  const version = endpoint.version?.(value as never);
  return {
    status: endpoint.status,
    etag: version === undefined ? null : `"${version}"`,
    reply:
      endpoint.status === 204 ? null : JSON.stringify(z.encode(endpoint.reply, value as never)),
  };
}

function send(reply: FastifyReply, kept: KeptReply): FastifyReply {
  void reply.code(kept.status);
  if (kept.etag) void reply.header('etag', kept.etag);
  if (kept.reply === null) return reply.send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(kept.reply);
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.kind === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
  if (refusal.kind === 'too-many')
    void reply.header('retry-after', Number(refusal.details?.retryAfterSeconds ?? 60));
  if (refusal.kind === 'not-ready') void reply.header('retry-after', '1');
  return reply.code(statusOf[refusal.kind]).send(refusalBodyOf(refusal));
}

export function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
): FastifyReply {
  const { status, refusal, isBug } = failureOf(error);
  // Messages and details of database errors may quote what a member wrote, so only their code is logged.
  if (isBug)
    request.log.error(
      {
        stack: error instanceof Error ? error.stack?.replace(error.message, '…') : undefined,
        code: error instanceof Error && 'code' in error ? error.code : undefined,
      },
      'a request failed by a bug',
    );
  if (status === 503) void reply.header('retry-after', '1');
  return reply.code(status).send(refusalBodyOf(refusal));
}
