/**
 * A load generator that runs as its own process: `node http-load.ts` reads a `Load` from stdin and
 * writes a `LoadResult`. Each connection stays open and sends its next request after the response to
 * the last. It speaks bare HTTP/1.1, because on a shared machine its CPU time is taken from the
 * server under test.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in rotation by the next free connection. */
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly body?: string;
    /** In addition to those of the load. */
    readonly headers?: Readonly<Record<string, string>>;
  }[];
  /** If set, every request has an Idempotency-Key of its own with this prefix. */
  readonly keyPrefix?: string;
};

export type LoadResult = {
  readonly seconds: number;
  /** The number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly milliseconds: { readonly median: number; readonly p99: number; readonly max: number };
  /** CPU time of the generator itself. */
  readonly cpuSeconds: number;
};

async function generate(load: Load): Promise<LoadResult> {
  const startedAt = performance.now();
  const end = startedAt + load.seconds * 1_000;
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const heads = load.requests.map((request) => formatHead(load, request));
  let count = 0;
  const next = () => {
    const index = count % load.requests.length;
    count += 1;
    const key =
      load.keyPrefix === undefined ? '' : `idempotency-key: ${load.keyPrefix}${count}\r\n`;
    return `${heads[index]}${key}\r\n${load.requests[index]?.body ?? ''}`;
  };
  const isFinished = () => performance.now() >= end;
  const record = (status: string, milliseconds: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(milliseconds);
  };
  await Promise.all(
    Array.from({ length: load.connections }, () =>
      runConnection(new URL(load.url), next, record, isFinished),
    ),
  );
  times.sort((a, b) => a - b);
  const percentile = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const { user, system } = process.cpuUsage();
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    statuses,
    milliseconds: { median: percentile(0.5), p99: percentile(0.99), max: percentile(1) },
    cpuSeconds: (user + system) / 1e6,
  };
}

function formatHead(
  { url, headers }: Load,
  { method, path, body, headers: own }: Load['requests'][number],
): string {
  const lines = Object.entries({
    host: new URL(url).host,
    ...headers,
    ...own,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
}

/** Sends requests on one connection until `isFinished`. */
async function runConnection(
  { hostname, port }: URL,
  next: () => string,
  record: (status: string, milliseconds: number) => void,
  isFinished: () => boolean,
): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let sent = performance.now();
  let reply: Reply | undefined;
  const send = () => {
    reply = undefined;
    sent = performance.now();
    socket.write(next());
  };
  socket.on('data', (part: Buffer) => {
    reply = readOn(reply, part);
    if (reply.missing > 0) return;
    record(reply.status, performance.now() - sent);
    if (isFinished()) socket.end();
    else send();
  });
  send();
  await once(socket, 'close');
}

type Reply = { readonly status: string; readonly missing: number };

/**
 * Only what comes first is read, the rest is counted: looking through all that has come for each part takes the
 * square of a reply's length, which would be taken from the server. Heads are short enough to come at once.
 */
function readOn(reply: Reply | undefined, part: Buffer): Reply {
  if (reply) return { ...reply, missing: reply.missing - part.length };
  const headEnd = part.indexOf('\r\n\r\n');
  if (headEnd < 0) throw new Error('a head came in parts');
  const head = part.toString('latin1', 0, headEnd + 2);
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
  return { status: head.slice(9, 12), missing: Number(length ?? 0) - (part.length - headEnd - 4) };
}

const load: Load = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await generate(load)));
