/**
 * A load generator, run as a process of its own: `node http-load.ts` reads a `Load` from stdin and
 * writes a `LoadResult`. Each connection is kept alive and sends its next request when it has the
 * answer to the last. It writes and reads bare HTTP/1.1, because on a shared machine whatever it
 * spends is taken from the server under test.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type Load = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in turn, by whichever connection is free. */
  readonly requests: readonly {
    readonly method: string;
    readonly path: string;
    readonly body?: string;
  }[];
  /** Given: every request carries an Idempotency-Key of its own that starts with it. */
  readonly keyPrefix?: string;
};

export type LoadResult = {
  readonly seconds: number;
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly milliseconds: { readonly median: number; readonly p99: number; readonly most: number };
  /** What the generator itself spent of a processor. */
  readonly cpuSeconds: number;
};

async function generate(load: Load): Promise<LoadResult> {
  const begun = performance.now();
  const end = begun + load.seconds * 1_000;
  const statuses: Record<string, number> = {};
  const times: number[] = [];
  const heads = load.requests.map((request) => headOf(load, request));
  let count = 0;
  const next = () => {
    const index = count % load.requests.length;
    count += 1;
    const key =
      load.keyPrefix === undefined ? '' : `idempotency-key: ${load.keyPrefix}${count}\r\n`;
    return `${heads[index]}${key}\r\n${load.requests[index]?.body ?? ''}`;
  };
  const isOver = () => performance.now() >= end;
  const note = (status: string, milliseconds: number) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    times.push(milliseconds);
  };
  await Promise.all(
    Array.from({ length: load.connections }, () => converse(new URL(load.url), next, note, isOver)),
  );
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  const { user, system } = process.cpuUsage();
  return {
    seconds: (performance.now() - begun) / 1_000,
    statuses,
    milliseconds: { median: at(0.5), p99: at(0.99), most: at(1) },
    cpuSeconds: (user + system) / 1e6,
  };
}

function headOf({ url, headers }: Load, { method, path, body }: Load['requests'][number]): string {
  const lines = Object.entries({
    host: new URL(url).host,
    ...headers,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
}

/** One connection, until `isOver`. */
async function converse(
  { hostname, port }: URL,
  next: () => string,
  note: (status: string, milliseconds: number) => void,
  isOver: () => boolean,
): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  let sent = performance.now();
  let received = '';
  const send = () => {
    received = '';
    sent = performance.now();
    socket.write(next());
  };
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part;
    if (!isWhole(received)) return;
    note(received.slice(9, 12), performance.now() - sent);
    if (isOver()) socket.end();
    else send();
  });
  send();
  await once(socket, 'close');
}

/** Whether an answer with a Content-Length is complete. */
function isWhole(received: string): boolean {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = /\r\ncontent-length: (\d+)\r\n/i.exec(received.slice(0, headEnd + 2))?.[1];
  return received.length - headEnd - 4 >= Number(length ?? 0);
}

const load: Load = JSON.parse(await text(process.stdin));
process.stdout.write(JSON.stringify(await generate(load)));
