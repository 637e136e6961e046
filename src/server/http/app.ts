/** The HTTP server: common behavior of all responses, and every feature's routes. */
import { STATUS_CODES } from 'node:http';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { type Instant, toInstant } from '#kit/day.ts';
import { createStorageWatch, type StorageWatch } from '../checks/storage.ts';
import { type NewId, newId } from '../database/ids.ts';
import { answered } from '../metrics/observations.ts';
import type { Bucket } from '../s3/bucket.ts';
import { serveDocs } from './api-docs.ts';
import { type Identify, maxBodyBytes } from './authorize.ts';
import { serveBrowserApp } from './browser-app.ts';
import type { Databases } from './choose-database.ts';
import { readJson } from './json.ts';
import { createConcurrencyLimit } from './limits/concurrency-limit.ts';
import { limitConnections, readConnectionLimits } from './limits/connection-limit.ts';
import { limitConnectionUse, replyTime } from './limits/connection-use.ts';
import { createCostLimit } from './limits/cost-limit.ts';
import { createDayLimit } from './limits/day-limit.ts';
import { createLimits, type LimitServices, type Limits } from './limits/rate-limit.ts';
import { allowAppOrigins, listOrigins } from './request-origin.ts';
import { bareHeaders, setSecurityHeaders } from './security-headers.ts';
import { refuseEarly, sendFailure, sendRefusal } from './send-reply.ts';
import { type Api, createApi } from './serve.ts';

export type AppServices = Databases & {
  identify: Identify;
  /** The public URL, e.g. `https://hub.example.org`; the port is known only after listening. */
  publicUrl: () => string;
  isSecure: boolean;
  appOrigins: readonly string[];
  /** Undefined for no limits at all: benchmarks and tests need every reply, however late. */
  limits: LimitServices | undefined;
  /**
   * Event loop delay in milliseconds above which requests are refused; 1,000 by default, 0 for
   * never.
   */
  maxDelay?: number | undefined;
  isBehindProxy: boolean;
  logger: FastifyServerOptions['logger'];
  /** Defaults to the system clock; the demo simulates three years in seconds. */
  clock?: () => Instant;
  newId?: NewId;
  /** Holds contents of files. */
  fileBucket?: Bucket | undefined;
  /** Takes note of full, damaged and read-only storage; nothing is reported by default. */
  storage?: StorageWatch | undefined;
  /** Mounts every route. */
  routes: (api: Api) => void;
};

export async function createApp(
  services: AppServices,
): Promise<{ app: FastifyInstance; api: Api }> {
  const app = Fastify({
    logger: services.logger ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    // One proxy, which appends the last entry of X-Forwarded-For; clients may forge earlier ones.
    trustProxy: services.isBehindProxy ? (_address, hop) => hop === 0 : false,
    ...handleUnparseableRequests(services.isSecure),
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000 },
    // Longer than a proxy keeps idle connections (Caddy: 120 s), which must be the one that closes them: a request
    // sent while the server closes its connection is lost, and nobody repeats a POST.
    keepAliveTimeout: 150_000,
    routerOptions: { maxParamLength: 200 },
    // serve.ts validates and serializes by contract, so Fastify's compilers are never loaded.
    schemaController: {
      compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler },
    },
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered, and the connection is closed afterward.
    return503OnClosing: false,
  });
  app.decorate('storage', services.storage ?? createStorageWatch(() => {}));
  limitConnectionUse(app, replyTime);
  endConnectionsOnClose(app);
  readBodiesStrictly(app);
  logRequests(app);
  setSecurityHeaders(app, services.isSecure);
  await allowAppOrigins(app, services.appOrigins);
  const isLimited = services.limits !== undefined;
  const maxEventLoopDelay = isLimited ? (services.maxDelay ?? 1_000) : 0;
  await app.register(underPressure, { maxEventLoopDelay, retryAfter: 1 });
  const limits = createLimits(services.limits);
  limitFiles(app, limits);
  if (isLimited) limitConnections(app, readConnectionLimits(services.isBehindProxy));
  const api = createApi(app, {
    // A screen sends about half a dozen requests at once. Worked on three at a time, they take as long on two cores, and
    // the two files that the app sends at a time leave one. A slow phone gets pictures while others are worked on.
    // Who repeats what costs the most is beyond a quarter of a second at once, a screen is not.
    concurrency: {
      working: isLimited
        ? createConcurrencyLimit(3, { narrowAfter: { milliseconds: 250, forgotten: 0.1 } })
        : createConcurrencyLimit(Number.POSITIVE_INFINITY),
      unsent: createConcurrencyLimit(isLimited ? 8 : Number.POSITIVE_INFINITY),
    },
    costs: createCostLimit(isLimited),
    days: createDayLimit(isLimited),
    db: services.db,
    reports: services.reports,
    identify: services.identify,
    limits,
    ownOrigins: () => [...listOrigins(services.publicUrl()), ...services.appOrigins],
    clock: services.clock ?? (() => toInstant(Temporal.Now.instant())),
    newId: services.newId ?? newId,
    fileBucket: services.fileBucket,
  });
  services.routes(api);
  serveDocs(app, api);
  serveBrowserApp(app);
  return { app, api };
}

/** Calls of the API are counted when they are authorized; everything else here. */
function limitFiles(app: FastifyInstance, limits: Limits): void {
  app.addHook('onRequest', (request, reply, done) => {
    const limited = request.routeOptions.config.endpoint ? undefined : limits.checkFile(request);
    if (limited && !limited.ok) void refuseEarly(reply, limited.refusal);
    else done();
  });
}

function noCompiler(): never {
  throw new Error('schemas belong in contracts, not in routes');
}

/**
 * Closes connections after their reply while the server shuts down: a single keep-alive connection
 * would delay it.
 */
function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  let sweep: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    isClosing = true;
    // For replies whose headers were already sent.
    sweep = setInterval(() => app.server.closeIdleConnections(), 50).unref();
  });
  app.addHook('onClose', async () => clearInterval(sweep));
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done();
  });
}

/** Refuses unparseable requests and URLs with our own messages and headers. */
function handleUnparseableRequests(
  isSecure: boolean,
): Pick<FastifyServerOptions, 'frameworkErrors' | 'clientErrorHandler'> {
  const headers = bareHeaders(isSecure);
  const unreadable = JSON.stringify({
    code: 'malformed',
    message: "The request couldn't be read",
  });
  return {
    frameworkErrors: (error, request, reply) => {
      void reply.headers(headers);
      sendFailure(request, reply, error);
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || socket.destroyed) return;
      const status = clientErrorStatus[error.code ?? ''] ?? 400;
      const lines = Object.entries({
        ...headers,
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(unreadable),
        connection: 'close',
      }).map(([name, value]) => `${name}: ${value}\r\n`);
      if (socket.writable) {
        socket.write(
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${unreadable}`,
        );
      }
      socket.destroy(error);
    },
  };
}

const clientErrorStatus: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a JSON body. */
    bodyBytes: number;
  }
}

function readBodiesStrictly(app: FastifyInstance): void {
  app.decorateRequest('bodyBytes', 0);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    ['application/json', 'application/json-patch+json'],
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      request.bodyBytes = bytes.length;
      const read = readJson(bytes as Buffer);
      if (read.ok) return done(null, read.value);
      return done(Object.assign(new Error(read.refusal.message), { refusal: read.refusal }));
    },
  );
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    (_request, bytes, done) => done(null, bytes),
  );
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof Error && 'refusal' in error) {
      return sendRefusal(reply, error.refusal as Parameters<typeof sendRefusal>[1]);
    }
    return sendFailure(request, reply, error);
  });
}

/** Logs the route's pattern, never the URL: ids and search terms are private. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const status = reply.statusCode;
    answered.publish({ method, route, status, seconds: reply.elapsedTime / 1_000 });
    request.log.info(
      {
        method,
        route,
        status,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    );
    done();
  });
}
