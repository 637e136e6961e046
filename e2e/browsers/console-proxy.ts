/**
 * Reads a page's console where the browser's driver cannot: a proxy injects a script before the page's
 * own ones, which reports every error and warning. The page keeps its origin.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

const SCRIPT_PATH = '/watch-console.js';
const REPORT_PATH = '/console-error';

export type ConsoleProxy = {
  /** '127.0.0.1:1234' */
  readonly host: string;
  readonly consoleErrors: readonly string[];
  close(): Promise<void>;
};

export async function startConsoleProxy(): Promise<ConsoleProxy> {
  const consoleErrors: string[] = [];
  const server = createServer((incoming, reply) => {
    const { pathname } = new URL(incoming.url ?? '');
    if (pathname === SCRIPT_PATH) {
      reply
        .setHeader('content-type', 'text/javascript')
        .end(`(${watchConsole.toString()})('${REPORT_PATH}')`);
    } else if (pathname === REPORT_PATH) {
      void readText(incoming).then((text) => {
        consoleErrors.push(text);
        reply.end();
      });
    } else forward(incoming, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    host: `127.0.0.1:${address.port}`,
    consoleErrors,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(incoming: IncomingMessage, reply: ServerResponse): void {
  const { method } = incoming;
  const headers = { ...incoming.headers };
  const isPage = headers.accept?.includes('text/html') ?? false;
  // HTML is modified, so it must not be compressed.
  if (isPage) headers['accept-encoding'] = 'identity';
  const forwarded = request(incoming.url ?? '', { method, headers }, (answer) => {
    const isHtml = answer.headers['content-type']?.startsWith('text/html') ?? false;
    if (!isPage || !isHtml) {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
      return;
    }
    void readText(answer).then((html) => {
      const { 'content-length': _, etag: __, ...rest } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, rest);
      reply.end(html.replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`));
    });
  });
  forwarded.on('error', () => reply.destroy());
  reply.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

async function readText(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Runs in the page. Reports synchronously, so that a report has arrived before the page continues. */
function watchConsole(address: string): void {
  // Leaving a page aborts its pending requests, which browsers log as errors.
  let isLeaving = false;
  addEventListener('beforeunload', () => {
    isLeaving = true;
  });
  const report = (text: string) => {
    if (isLeaving) return;
    const sent = new XMLHttpRequest();
    sent.open('POST', address, false);
    sent.send(text);
  };
  for (const level of ['error', 'warn'] as const) {
    const log = console[level];
    console[level] = (...words) => {
      report(`${level}: ${words.map(String).join(' ')}`);
      log.apply(console, words);
    };
  }
  addEventListener(
    'error',
    ({ message, target }) => {
      report(`error: ${target instanceof Element ? target.outerHTML : message}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => report(`thrown: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    report(`error: ${violatedDirective} forbids ${blockedURI}`),
  );
}
