/**
 * What a page says on its console, where the browser's driver cannot tell: a proxy puts a script
 * before the page's own ones, which passes on every complaint. The page keeps its origin.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

const SCRIPT = '/console-of-journeys.js';
const COMPLAINT = '/complaint-of-journeys';

export type ConsoleProxy = {
  /** '127.0.0.1:1234' */
  readonly host: string;
  readonly complaints: readonly string[];
  close(): Promise<void>;
};

export async function startConsoleProxy(): Promise<ConsoleProxy> {
  const complaints: string[] = [];
  const server = createServer((asked, reply) => {
    const { pathname } = new URL(asked.url ?? '');
    if (pathname === SCRIPT) {
      reply
        .setHeader('content-type', 'text/javascript')
        .end(`(${watchConsole.toString()})('${COMPLAINT}')`);
    } else if (pathname === COMPLAINT) {
      void textOf(asked).then((text) => {
        complaints.push(text);
        reply.end();
      });
    } else passOn(asked, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    host: `127.0.0.1:${address.port}`,
    complaints,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(asked: IncomingMessage, reply: ServerResponse): void {
  const { method } = asked;
  const headers = { ...asked.headers };
  const isPage = headers.accept?.includes('text/html') ?? false;
  // A page is read here.
  if (isPage) headers['accept-encoding'] = 'identity';
  const passed = request(asked.url ?? '', { method, headers }, (answer) => {
    const isHtml = answer.headers['content-type']?.startsWith('text/html') ?? false;
    if (!isPage || !isHtml) {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
      return;
    }
    void textOf(answer).then((html) => {
      const { 'content-length': _, etag: __, ...rest } = answer.headers;
      reply.writeHead(answer.statusCode ?? 502, rest);
      reply.end(html.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
    });
  });
  passed.on('error', () => reply.destroy());
  reply.on('close', () => passed.destroy());
  asked.pipe(passed);
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts).toString();
}

/** Runs in the page. What is complained of has arrived when the next line of the page runs. */
function watchConsole(address: string): void {
  // A page that is left gives up what it was still loading.
  let isLeft = false;
  addEventListener('beforeunload', () => {
    isLeft = true;
  });
  const pass = (text: string) => {
    if (isLeft) return;
    const sent = new XMLHttpRequest();
    sent.open('POST', address, false);
    sent.send(text);
  };
  for (const level of ['error', 'warn'] as const) {
    const say = console[level];
    console[level] = (...words) => {
      pass(`${level}: ${words.map(String).join(' ')}`);
      say.apply(console, words);
    };
  }
  addEventListener(
    'error',
    ({ message, target }) => {
      pass(`error: ${target instanceof Element ? target.outerHTML : message}`);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => pass(`thrown: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    pass(`error: ${violatedDirective} forbids ${blockedURI}`),
  );
}
