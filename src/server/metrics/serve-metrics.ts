/** Serves metrics on a port of their own, which no proxy hands on: they are for the operator alone. */
import { createServer, type Server } from 'node:http';
import { CommandError } from '../config/command-error.ts';
import { type DatabaseSources, showDatabase } from './database-metrics.ts';
import { countServer, type MetricsSources } from './metrics.ts';
import { contentType, startMetrics } from './scrape.ts';

export type MetricsAddress = { readonly host: string; readonly port: number };

export type MetricsServer = { close(): Promise<void> };

export async function serveMetrics(
  { host, port }: MetricsAddress,
  sources: MetricsSources & DatabaseSources,
): Promise<MetricsServer> {
  const metrics = startMetrics();
  countServer(metrics.meter, sources);
  showDatabase(metrics.meter, sources);
  let current: Promise<string> | undefined;
  // Any number of scrapers at once ask the database only once.
  const read = (): Promise<string> => {
    current ??= metrics.read().finally(() => {
      current = undefined;
    });
    return current;
  };
  const server = createServer((request, reply) => {
    const isKnown = request.url?.split('?')[0] === '/metrics';
    if (!isKnown || (request.method !== 'GET' && request.method !== 'HEAD')) {
      reply.writeHead(isKnown ? 405 : 404).end();
      return;
    }
    read().then(
      (text) => reply.writeHead(200, { 'content-type': contentType }).end(text),
      (error: unknown) => reply.destroy(error instanceof Error ? error : undefined),
    );
  });
  await listen(server, host, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new CommandError(`Port ${port} is in use. Choose another with METRICS_PORT.`);
  });
  return { close: () => close(server) };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}
