/**
 * Turns contracts into routes. Every call of the API passes through here: origin, identity,
 * authorization, validation, one transaction for a write, and the reply in the contract's format.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { isMemberCaller, type MemberCaller, type SignedIn } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Endpoint, Policy } from '#kit/endpoint.ts';
import { ok, type Result } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '../database/db.ts';
import {
  type Claim,
  hashRequest,
  readIdempotencyKey,
  type StoredReply,
  withIdempotency,
} from '../database/idempotency.ts';
import type { NewId } from '../database/ids.ts';
import type { Bucket } from '../s3/bucket.ts';
import { authorize, authorizeAgain, type Gate, maxBodyBytesFor } from './authorize.ts';
import { openCacheEntry } from './cache-entry.ts';
import { chooseDatabase, type Databases, readFrom } from './choose-database.ts';
import { type Content, sendContent } from './content.ts';
import { type EncodedReply, encodeReply, encodeReplyInTurns } from './encode-reply.ts';
import type { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import { markKnown } from './limits/connection-limit.ts';
import { whenSent } from './limits/connection-use.ts';
import type { CostLimit } from './limits/cost-limit.ts';
import { limitLargeBodies } from './limits/large-bodies.ts';
import { readRequest } from './read-request.ts';
import { toReplyBytes } from './reply-bytes.ts';
import { type RequestFacts, toRequestFacts } from './request-facts.ts';
import { refuseEarly, send, sendFailure } from './send-reply.ts';
import { createSnapshotCache, type SnapshotCache } from './snapshot-cache.ts';

type CallerOf<P extends Policy> = P extends 'anyone'
  ? undefined
  : P extends 'signed-in' | 'installation-admin'
    ? SignedIn
    : MemberCaller;

/** Reads get `db`, members' writes get a `tx`; identity's calls manage their own transactions. */
type Access<E extends Endpoint> = E['policy'] extends 'anyone' | 'signed-in' | 'installation-admin'
  ? { db: Db }
  : E['method'] extends 'GET'
    ? { db: Db }
    : { tx: Tx };

export type CountAttempt = (email: string) => Promise<Result<undefined>>;

export type Context<E extends Endpoint> = Access<E> & {
  caller: CallerOf<E['policy']>;
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
  now: Instant;
  newId: NewId;
  /** Holds contents of files, if one is configured. */
  fileBucket: Bucket | undefined;
  /** The version the caller saw (`If-Match`); -1 for a tag that can match nothing. */
  ifMatch: number | undefined;
  request: RequestFacts;
  setHeader(name: string, value: string | string[]): void;
  /** To be called before comparing the password of an account that the body does not name; 429. */
  countAttempt: CountAttempt;
  /** Charges the caller for rows that this request makes; what they send next may be refused. */
  chargeRows(rows: number): void;
  log: FastifyBaseLogger;
};

type Handler<E extends Endpoint> = (context: Context<E>) => Promise<Result<z.output<E['reply']>>>;

type Reading<E extends Endpoint> = Omit<Context<E>, 'tx'> & { db: Db };

/** Sent as is: an image, a calendar. */
type ContentHandler<E extends Endpoint> = (
  context: Omit<Context<E>, 'tx'> & { db: Db },
) => Promise<Result<Content>>;

type HandlerWithoutReplay<E extends Endpoint> = (
  context: Omit<Context<E>, 'tx'> & { db: Db },
) => Promise<Result<z.output<E['reply']>>>;

type BatchedHandler<E extends Endpoint> = (
  context: Omit<Context<E>, 'tx'> & Claiming<E>,
) => Promise<Result<StoredReply>>;

/** For handlers that implement the Idempotency-Key themselves. */
type Claiming<E extends Endpoint> = {
  /** Undefined without a key. */
  claim: Claim | undefined;
  /** The reply to store and send. */
  replyOf(value: z.output<E['reply']>): StoredReply;
};

export type Api = {
  serve<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
  /**
   * As `serve`, for a member's write whose input takes long to read: `prepare` reads it before the
   * transaction, which otherwise would hold a connection and locks meanwhile.
   */
  servePrepared<E extends Endpoint, Prepared>(
    endpoint: E,
    prepare: (context: Reading<E>) => Promise<Result<Prepared>>,
    handler: (context: Context<E> & { prepared: Prepared }) => ReturnType<Handler<E>>,
  ): void;
  /**
   * As `serve`, for a member's write that opens its own transactions because slow work follows them,
   * and whose reply holds a secret that no table may store. Repeating it must be harmless: an
   * `Idempotency-Key` has no effect.
   */
  serveWithoutReplay<E extends Endpoint>(endpoint: E, handler: HandlerWithoutReplay<E>): void;
  /**
   * As `serve`, for a member's POST that claims its key, does its work and stores its reply together
   * with others that arrive meanwhile: the fastest way, for the calls where it matters.
   */
  serveBatched<E extends Endpoint>(endpoint: E, handler: BatchedHandler<E>): void;
  /** For a read whose reply is not JSON. */
  serveContent<E extends Endpoint>(endpoint: E, handler: ContentHandler<E>): void;
  /** Called when the server stops, before its database is closed. */
  onClose(end: () => Promise<void>): void;
  /** The server's database. */
  readonly db: Db;
  /** All served endpoints, for the OpenAPI document. */
  readonly endpoints: readonly Endpoint[];
};

type Services = Gate &
  Databases & {
    costs: CostLimit;
    concurrency: ConcurrencyLimit;
    clock: () => Instant;
    newId: NewId;
    fileBucket: Bucket | undefined;
  };

type Serving = Services & { cache: SnapshotCache };

export const apiBase = '/api';

export function createApi(app: FastifyInstance, services: Services): Api {
  const endpoints: Endpoint[] = [];
  const serving = { ...services, cache: createSnapshotCache() };
  const largeBodies = limitLargeBodies();
  function mount(endpoint: Endpoint, handler: unknown, mode: Mode, prepare?: unknown): void {
    const served = { endpoint, handler, mode, prepare } as Served;
    endpoints.push(endpoint);
    app.route({
      method: endpoint.method,
      url: apiBase + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      bodyLimit: maxBodyBytesFor(endpoint),
      onRequest: async (request, reply) => {
        const admitted = await authorize(services, endpoint, request);
        if (!admitted.ok) return refuseEarly(reply, admitted.refusal);
        if (admitted.value) markKnown(request.socket);
        request.caller = admitted.value;
        const begun = largeBodies.begin(endpoint, request, reply);
        if (!begun.ok) return refuseEarly(reply, begun.refusal);
      },
      handler: (request, reply) => answer(serving, served, request, reply),
    });
  }
  return {
    endpoints,
    db: services.db,
    onClose: (end) => void app.addHook('onClose', end),
    serve: (endpoint, handler) => mount(endpoint, handler, 'transaction'),
    servePrepared: (endpoint, prepare, handler) => mount(endpoint, handler, 'transaction', prepare),
    serveWithoutReplay: (endpoint, handler) => mount(endpoint, handler, 'without-replay'),
    serveBatched: (endpoint, handler) => mount(endpoint, handler, 'batched'),
    serveContent: (endpoint, handler) => mount(endpoint, handler, 'content'),
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type Prepare = (context: Reading<Endpoint>) => Promise<Result<unknown>>;

type Served = { endpoint: Endpoint; prepare?: Prepare } & (
  | { mode: 'transaction' | 'without-replay'; handler: Handler<Endpoint> }
  | { mode: 'batched'; handler: BatchedHandler<Endpoint> }
  | { mode: 'content'; handler: ContentHandler<Endpoint> }
);
type Mode = Served['mode'];

async function answer(
  services: Serving,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { caller } = request;
  const release = await services.concurrency.acquire(caller?.accountId ?? request.id);
  try {
    const admitted = await authorizeAgain(services, served.endpoint, request);
    if (!admitted.ok) return await refuseEarly(reply, admitted.refusal);
    request.caller = admitted.value;
    const result = await execute(services, served, request, reply);
    if (result.ok && request.attempt) await services.limits.giveBack(request);
    if (!result.ok) return await refuseEarly(reply, result.refusal);
    const { value } = result;
    if ('type' in value) return await sendContent(request, reply, value);
    const made = served.endpoint.cacheUntilNextCommit
      ? await toReplyBytes(value, request.headers['accept-encoding'])
      : undefined;
    return send(reply, value, made);
  } catch (error) {
    return sendFailure(request, reply, error);
  } finally {
    // Not before: whoever reads slowly would hold any number of replies in memory.
    whenSent(request, reply, release);
  }
}

async function execute(
  services: Serving,
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Result<EncodedReply | Content>> {
  const { caller } = request;
  const { endpoint } = served;
  const member = isMemberCaller(caller) ? caller : undefined;
  const entry =
    member && endpoint.cacheUntilNextCommit
      ? openCacheEntry(services.cache, member, request.url)
      : undefined;
  if (entry?.cached) return ok(entry.cached);
  const payer = caller?.accountId;
  const afforded = services.costs.chargeRequest(payer, endpoint, request.bodyBytes);
  if (!afforded.ok) return afforded;
  const sent = readRequest(endpoint, request);
  if (!sent.ok) return sent;
  const counted = await services.limits.checkAttempt(request, endpoint);
  if (!counted.ok) return counted;

  const context = {
    ...sent.value,
    caller: entry?.caller ?? caller,
    now: services.clock(),
    newId: services.newId,
    fileBucket: services.fileBucket,
    request: toRequestFacts(request),
    setHeader: (name: string, value: string | string[]) => void reply.header(name, value),
    countAttempt: (email: string) => services.limits.countAttempt(request, email),
    chargeRows: (rows: number) => services.costs.chargeRows(payer, rows),
    log: request.log,
  };
  const replyOf = (value: unknown) => encodeReply(endpoint, value);
  const handle = (handler: Handler<Endpoint>, access: { db: Db } | { tx: Tx }) =>
    handler({ ...context, ...access } as Context<Endpoint>);
  const run = async (handler: Handler<Endpoint>, access: { db: Db } | { tx: Tx }) => {
    const result = await handle(handler, access);
    return result.ok ? ok(replyOf(result.value)) : result;
  };
  const db = chooseDatabase(services, caller);
  if (served.mode === 'content') {
    return served.handler({ ...context, db } as ContentContext);
  }
  if (served.mode === 'batched') {
    if (!member) throw new Error(`${endpoint.path} claims keys without a member`);
    const claim = readClaim(endpoint, request, member);
    if (!claim.ok) return claim;
    return served.handler({
      ...context,
      claim: claim.value,
      replyOf,
    } as BatchedContext);
  }
  const { mode, handler } = served;
  if (endpoint.method === 'GET') {
    const result = await readFrom(services, endpoint, caller, (from) =>
      handle(handler, { db: from }),
    );
    if (!result.ok) return result;
    const reply = await encodeReplyInTurns(endpoint, result.value);
    entry?.keep(reply);
    return ok(reply);
  }
  if (!member || mode === 'without-replay') return run(handler, { db });
  const claim = readClaim(endpoint, request, member);
  if (!claim.ok) return claim;
  const prepared = await served.prepare?.({ ...context, db } as Reading<Endpoint>);
  if (prepared?.ok === false) return prepared;
  // Preparing may have taken seconds.
  const still = await authorizeAgain(services, endpoint, request);
  if (!still.ok) return still;
  const work = { prepared: prepared?.value };
  return inTransaction(db, (tx) =>
    withIdempotency(tx, claim.value, context.now, () => run(handler, { tx, ...work })),
  );
}

type ContentContext = Parameters<ContentHandler<Endpoint>>[0];
type BatchedContext = Parameters<BatchedHandler<Endpoint>>[0];

/** The claim of a request's key; undefined without a key and for methods other than POST. */
function readClaim(
  endpoint: Endpoint,
  request: FastifyRequest,
  { chapterId, memberId }: MemberCaller,
): Result<Claim | undefined> {
  const read = readIdempotencyKey(request.headers['idempotency-key']);
  if (!read.ok) return read;
  const key = read.value;
  if (endpoint.method !== 'POST' || key === undefined) return ok(undefined);
  const requestHash = hashRequest(request.method, request.url, request.body);
  return ok({ chapterId, memberId, key, requestHash });
}
