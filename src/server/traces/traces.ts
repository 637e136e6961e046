/**
 * Traces for OpenTelemetry: a span for each request, and one for each statement that it sends. Loaded only if an
 * address for them is configured. They contain patterns of routes and the text of statements, whose values
 * are sent apart from it: no ids, and nothing that anyone wrote.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createQuiet, type Log } from '../config/log.ts';
import type { TracesConfig } from '../config/traces-config.ts';
import { readTraceParent } from './trace-parent.ts';

export type Traces = {
  /** To be called before the app is ready. */
  watchRequests(app: FastifyInstance): void;
  /** To be called before the pool opens a connection. */
  watchStatements(pool: pg.Pool): void;
  /** What a line of the log says about the request it belongs to. */
  logFields(): Record<string, string>;
  /** Sends what is left. */
  close(): Promise<void>;
};

const sendMilliseconds = 5_000;

export function startTraces(
  config: TracesConfig,
  options: { version: string; commit?: string | undefined; isBehindProxy: boolean; log: Log },
): Traces {
  const { version, commit, isBehindProxy, log } = options;
  const exporter = new OTLPTraceExporter({
    url: `${config.endpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...config.headers },
    timeoutMillis: sendMilliseconds,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.serviceName,
      'service.version': version,
      ...(commit && { 'vcs.ref.head.revision': commit }),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportFailures(exporter, log) })],
  });
  const tracer = provider.getTracer('chapter-hub', version);
  const current = new AsyncLocalStorage<Context>();
  const spanOf = () => trace.getSpan(current.getStore() ?? context.active());

  return {
    watchRequests: (app) => {
      const spans = new WeakMap<object, Span>();
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions } = request;
        // Only our own proxy's word is taken for which trace a request belongs to.
        const parent = isBehindProxy ? readTraceParent(request.headers['traceparent']) : undefined;
        const above = parent ? trace.setSpanContext(context.active(), parent) : context.active();
        const route = routeOptions.url ?? 'none';
        const span = tracer.startSpan(
          `${method} ${route}`,
          {
            kind: SpanKind.SERVER,
            attributes: { 'http.request.method': method, 'http.route': route },
          },
          above,
        );
        spans.set(request, span);
        current.run(trace.setSpan(above, span), done);
      });
      app.addHook('onResponse', (request, reply, done) => {
        const span = spans.get(request);
        span?.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    watchStatements: (pool) => {
      pool.on('connect', (client) => {
        const query = client.query.bind(client) as (...sent: unknown[]) => unknown;
        const traced = (...sent: unknown[]): unknown => {
          const above = current.getStore();
          const answer = query(...sent);
          // Not those of background work, nor what is answered by a callback.
          if (above === undefined || !(answer instanceof Promise)) return answer;
          const span = tracer.startSpan(
            nameOf(sent[0]),
            {
              kind: SpanKind.CLIENT,
              attributes: { 'db.system.name': 'postgresql', 'db.query.text': textOf(sent[0]) },
            },
            above,
          );
          answer.then(
            () => span.end(),
            () => span.setStatus({ code: SpanStatusCode.ERROR }).end(),
          );
          return answer;
        };
        client.query = traced as typeof client.query;
      });
    },
    logFields: () => {
      const span = spanOf()?.spanContext();
      return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
    },
    // That the last ones are lost was reported, and must not keep the server from ending.
    close: () => provider.shutdown().catch(() => {}),
  };
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  const { text } = statement as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

/** The first word, such as `select`. */
function nameOf(statement: unknown): string {
  return /[a-z]+/i.exec(textOf(statement))?.[0].toLowerCase() ?? 'statement';
}

/** Says now and then that traces are lost; the requests they are about are not. */
function reportFailures(exporter: SpanExporter, log: Log): SpanExporter {
  const mayWarn = createQuiet();
  return {
    export: (spans: ReadableSpan[], done) =>
      exporter.export(spans, (result) => {
        if (result.code !== 0 && mayWarn()) {
          log.warn(
            { err: result.error },
            'Traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT',
          );
        }
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
