/**
 * Turns contracts into routes. Every call of the API takes the same steps, in the order of `admit`, which
 * knows its headers alone, and `take`, which has its body.
 */
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { isMemberCaller, type MemberCaller, type SignedIn } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Endpoint, Policy } from '#kit/endpoint.ts';
import { ok, type Refusal, type Result } from '#kit/result.ts';
import { type Db, inTransaction, type Tx } from '../database/db.ts';
import {
  type Claim,
  hashRequest,
  readIdempotencyKey,
  type StoredReply,
  withIdempotency,
} from '../database/idempotency.ts';
import type { NewId } from '../database/ids.ts';
import { written } from '../metrics/observations.ts';
import type { Bucket } from '../s3/bucket.ts';
import { authorize, authorizeAgain, type Gate, maxBodyBytesFor } from './authorize.ts';
import { openCacheEntry } from './cache-entry.ts';
import { chooseDatabase, type Databases, readFrom } from './choose-database.ts';
import { type Content, sendContent } from './content.ts';
import { type EncodedReply, encodeReply, encodeReplyInTurns } from './encode-reply.ts';
import { type ConcurrencyLimit, doInSlot } from './limits/concurrency-limit.ts';
import { markKnown } from './limits/connection-limit.ts';
import { whenSent } from './limits/connection-use.ts';
import type { CostLimit } from './limits/cost-limit.ts';
import type { DayLimit } from './limits/day-limit.ts';
import { limitLargeBodies } from './limits/large-bodies.ts';
import { serveOneClick } from './one-click.ts';
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
  serveWithoutReplay<E extends Endpoint>(
    endpoint: E,
    handler: (context: Reading<E>) => ReturnType<Handler<E>>,
  ): void;
  /**
   * As `serve`, for a member's POST that claims its key, does its work and stores its reply together
   * with others that arrive meanwhile: the fastest way, for the calls where it matters.
   */
  serveBatched<E extends Endpoint>(
    endpoint: E,
    handler: (context: Omit<Context<E>, 'tx'> & Claiming<E>) => Promise<Result<StoredReply>>,
  ): void;
  /** For a read whose reply is sent as is: an image, a calendar. */
  serveContent<E extends Endpoint>(
    endpoint: E,
    handler: (context: Reading<E>) => Promise<Result<Content>>,
  ): void;
  /** What mail programs post at `path` and a token to turn emails off; the refusal if it is none. */
  serveOneClick(
    path: string,
    turnOff: (token: string, now: Instant) => Promise<Refusal | undefined>,
  ): void;
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
    days: DayLimit;
    /** Of a person: requests that are worked on, and those whose reply is not sent yet, among them. */
    concurrency: { readonly working: ConcurrencyLimit; readonly unsent: ConcurrencyLimit };
    clock: () => Instant;
    newId: NewId;
    fileBucket: Bucket | undefined;
  };

type Serving = Services & {
  cache: SnapshotCache;
  largeBodies: ReturnType<typeof limitLargeBodies>;
};

export const apiBase = '/api';

export function createApi(app: FastifyInstance, services: Services): Api {
  const endpoints: Endpoint[] = [];
  const cache = createSnapshotCache();
  const serving = { ...services, cache, largeBodies: limitLargeBodies() };
  function mount(endpoint: Endpoint, mode: Mode, handler: unknown, prepare?: unknown): void {
    const served = { serving, endpoint, mode, handler, prepare } as Served;
    endpoints.push(endpoint);
    app.route({
      method: endpoint.method,
      url: apiBase + endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { endpoint },
      bodyLimit: maxBodyBytesFor(endpoint),
      onRequest: async (request, reply) => {
        const admitted = await admit(served, request, reply);
        return admitted.ok ? undefined : refuseEarly(reply, admitted.refusal);
      },
      handler: (request, reply) => answer(served, request, reply),
    });
  }
  return {
    endpoints,
    db: services.db,
    onClose: (end) => void app.addHook('onClose', end),
    serve: (endpoint, handler) => mount(endpoint, 'transaction', handler),
    servePrepared: (endpoint, prepare, handler) => mount(endpoint, 'transaction', handler, prepare),
    serveWithoutReplay: (endpoint, handler) => mount(endpoint, 'without-replay', handler),
    serveBatched: (endpoint, handler) => mount(endpoint, 'batched', handler),
    serveContent: (endpoint, handler) => mount(endpoint, 'content', handler),
    serveOneClick: (path, turnOff) =>
      serveOneClick(app, path, (token) => turnOff(token, services.clock())),
  };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

type Mode = 'transaction' | 'without-replay' | 'batched' | 'content';

/** What a handler gets and returns depends on the mode: its type was checked where it is served. */
type Served = {
  serving: Serving;
  endpoint: Endpoint;
  mode: Mode;
  handler: (context: object) => Promise<Result<unknown>>;
  prepare?: (context: object) => Promise<Result<unknown>>;
};

/** Before the body is read: reading a large one takes a tenth of a second. */
async function admit(served: Served, request: FastifyRequest, reply: FastifyReply) {
  const { serving, endpoint } = served;
  const admitted = await authorize(serving, endpoint, request);
  if (!admitted.ok) return admitted;
  if (admitted.value) markKnown(request.socket);
  request.caller = admitted.value;
  return serving.largeBodies.begin(endpoint, request, reply);
}

/** Takes the steps in the caller's slots, and replies with what they come to. */
async function answer(served: Served, request: FastifyRequest, reply: FastifyReply) {
  const { serving, endpoint, mode } = served;
  const { working, unsent } = serving.concurrency;
  const who = request.caller?.accountId ?? request.id;
  const release = await unsent.acquire(who);
  try {
    const result = await doInSlot(working, who, () => take(served, request, reply));
    if (!result.ok) return await refuseEarly(reply, result.refusal);
    // An attempt at a password that was right.
    if (request.attempt) await serving.limits.giveBack(request);
    if (mode === 'content') return await sendContent(request, reply, result.value as Content);
    const value = result.value as EncodedReply;
    const made = endpoint.cacheUntilNextCommit
      ? await toReplyBytes(value, request.headers['accept-encoding'])
      : undefined;
    return send(reply, value, made);
  } catch (error) {
    return sendFailure(request, reply, error);
  } finally {
    // Not before: slow readers would hold any number of replies in memory.
    whenSent(request, reply, release);
  }
}

async function take(served: Served, request: FastifyRequest, reply: FastifyReply) {
  const { serving, endpoint, mode, handler, prepare } = served;
  // Identity and policy once more, because the body may have taken long.
  const admitted = await authorizeAgain(serving, endpoint, request);
  if (!admitted.ok) return admitted;
  const caller = admitted.value;
  request.caller = caller;
  const member = isMemberCaller(caller) ? caller : undefined;

  // A reply that is kept.
  const entry =
    member && endpoint.cacheUntilNextCommit
      ? openCacheEntry(serving.cache, member, request.url)
      : undefined;
  if (entry?.cached) return ok(entry.cached);

  // What it costs, what it says, and attempts at a password.
  const payer = caller?.accountId;
  const afforded = serving.costs.chargeRequest(payer, endpoint, request.bodyBytes);
  if (!afforded.ok) return afforded;
  const isWrite = member && endpoint.method !== 'GET';
  const left = isWrite
    ? await serving.days.charge(serving.db, member, request.bodyBytes, serving.clock())
    : ok(undefined);
  if (!left.ok) return left;
  if (isWrite) written.publish({ section: endpoint.tag, bytes: request.bodyBytes });
  // As the IETF's draft of RateLimit headers writes it.
  if (left.value) {
    void reply.header('ratelimit', `"day";r=${left.value.bytes};t=${left.value.seconds}`);
  }
  const sent = readRequest(endpoint, request);
  if (!sent.ok) return sent;
  const counted = await serving.limits.checkAttempt(request, endpoint);
  if (!counted.ok) return counted;

  const context = {
    ...sent.value,
    caller: entry?.caller ?? caller,
    now: serving.clock(),
    newId: serving.newId,
    fileBucket: serving.fileBucket,
    request: toRequestFacts(request),
    setHeader: (name: string, value: string | string[]) => void reply.header(name, value),
    countAttempt: (email: string) => serving.limits.countAttempt(request, email),
    chargeRows: (rows: number) => serving.costs.chargeRows(payer, rows),
    log: request.log,
  };
  const replyOf = (value: unknown) => encodeReply(endpoint, value);

  // Reads, and writes that see to the rest themselves.
  const db = chooseDatabase(serving, caller);
  if (mode === 'content') return handler({ ...context, db });
  if (endpoint.method === 'GET') {
    const read = await readFrom(serving, endpoint, caller, (from) =>
      handler({ ...context, db: from }),
    );
    if (!read.ok) return read;
    const made = await encodeReplyInTurns(endpoint, read.value);
    entry?.keep(made);
    return ok(made);
  }
  if (!member || mode === 'without-replay') {
    const done = await handler({ ...context, db });
    return done.ok ? ok(await encodeReplyInTurns(endpoint, done.value)) : done;
  }

  // The key of a repeated request, and what is prepared outside the transaction.
  const claim = readClaim(endpoint, request, member);
  if (!claim.ok) return claim;
  if (mode === 'batched') return handler({ ...context, claim: claim.value, replyOf });
  const prepared = await prepare?.({ ...context, db });
  if (prepared?.ok === false) return prepared;
  // Preparing may have taken seconds.
  const still = await authorizeAgain(serving, endpoint, request);
  if (!still.ok) return still;

  // The work and its reply, or that of the same request before.
  return inTransaction(db, (tx) =>
    withIdempotency(tx, claim.value, context.now, async () => {
      const done = await handler({ ...context, tx, prepared: prepared?.value });
      return done.ok ? ok(replyOf(done.value)) : done;
    }),
  );
}

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
