/**
 * The server of component tests: a `fetch` that answers from the contracts. Replies are domain values
 * and encoded by the contract, requests are decoded by it, so neither can differ from what the real
 * server sends and takes. A request without an answer fails the test.
 */
import * as z from 'zod/mini';
import type { Endpoint, RefusalBody } from '#kit/endpoint.ts';
import { apiBase } from '#web/api/api-base.ts';

/** A request in domain types. */
type Received<E extends Endpoint = Endpoint> = {
  readonly params: z.output<E['params']>;
  readonly query: z.output<E['query']>;
  readonly body: z.output<E['body']>;
  readonly headers: Headers;
};

/** An answer that is not the contract's reply. */
export class Failure {
  readonly status: number;
  readonly body: RefusalBody | undefined;

  constructor(status: number, body?: RefusalBody) {
    this.status = status;
    this.body = body;
  }
}

/** The server says why it did not do it. */
export const refuse = (
  status: number,
  code: string,
  message: string,
  more: Pick<RefusalBody, 'field' | 'details'> = {},
): Failure => new Failure(status, { code, message, ...more });

/** A status without a reason, as proxies send them. */
export const fail = (status: number): Failure => new Failure(status);

/** No response arrives. */
export const unreachable = new Failure(0);

type Outcome<E extends Endpoint> = z.output<E['reply']> | Failure;
type Answer<E extends Endpoint> = Outcome<E> | ((received: Received<E>) => Outcome<E>);

type Call = {
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  answer: (received: Received) => unknown;
  readonly received: Received[];
  held: PromiseWithResolvers<void> | undefined;
};

const calls = new Map<string, Call>();
const problems = new Set<string>();
/** Whether no test runs: what a page that was left still asks for is nothing to the next test. */
let isResting = true;

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** Answers all further requests of a call like this, until it is called again. */
export function answer<E extends Endpoint>(endpoint: E, answer: Answer<E>): void {
  const find = typeof answer === 'function' ? (answer as Call['answer']) : () => answer;
  const known = calls.get(nameOf(endpoint));
  if (known) known.answer = find;
  else {
    const pattern = new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
    calls.set(nameOf(endpoint), {
      endpoint,
      pattern,
      answer: find,
      received: [],
      held: undefined,
    });
  }
}

/** The requests of an answered call so far. */
export function requestsOf<E extends Endpoint>(endpoint: E): readonly Received<E>[] {
  return find(endpoint).received as readonly Received<E>[];
}

/** Lets all further requests of a call wait before they are answered. Returns the function that ends it. */
export function hold(endpoint: Endpoint): () => void {
  const call = find(endpoint);
  const held = Promise.withResolvers<void>();
  call.held = held;
  return () => {
    call.held = undefined;
    held.resolve();
  };
}

function find(endpoint: Endpoint): Call {
  const call = calls.get(nameOf(endpoint));
  if (!call) throw new Error(`${nameOf(endpoint)} has no answer yet`);
  return call;
}

/** Before each test. */
export function startNetwork(): void {
  isResting = false;
}

/** Forgets all answers and requests, and answers no more until it is started. Returns what went wrong, by name. */
export function resetNetwork(): string[] {
  isResting = true;
  const found = [...problems];
  problems.clear();
  calls.clear();
  return found;
}

/** Replaces `fetch` for the API. */
export function installNetwork(): void {
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    typeof input === 'string' && input.startsWith(`${apiBase}/`)
      ? receive(input.slice(apiBase.length), init)
      : realFetch(input, init);
}

async function receive(address: string, init: RequestInit = {}): Promise<Response> {
  if (isResting) return new Promise(() => {});
  const { method = 'GET', signal } = init;
  const [path = '', search = ''] = address.split('?');
  const call = [...calls.values()]
    .filter(({ endpoint, pattern }) => endpoint.method === method && pattern.test(path))
    // `/expenses/total` before `/expenses/{expenseId}`.
    .sort((a, b) => countFields(a) - countFields(b))[0];
  if (!call) {
    problems.add(`unexpected request: ${method} ${address}`);
    return toResponse(refuse(400, 'unexpected', 'Not answered by this test'), call);
  }
  let outcome: unknown;
  try {
    const received = decode(call, path, search, init);
    call.received.push(received);
    if (call.held) await Promise.race([call.held.promise, whenAborted(signal)]);
    if (signal?.aborted) throw signal.reason;
    outcome = call.answer(received);
    if (!(outcome instanceof Failure)) outcome = encode(call.endpoint, outcome);
  } catch (error) {
    if (error === signal?.reason) throw error;
    problems.add(`${nameOf(call.endpoint)}: ${String(error)}`);
    outcome = refuse(400, 'broken', 'This test broke the contract');
  }
  return toResponse(outcome, call);
}

const countFields = ({ endpoint }: Call) => Object.keys(endpoint.params.shape).length;

function decode({ endpoint, pattern }: Call, path: string, search: string, init: RequestInit) {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const values = pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
  const params = Object.fromEntries(names.map((name, index) => [name, values[index]]));
  const query = Object.fromEntries(new URLSearchParams(search));
  const { body } = init;
  return {
    params: z.decode(endpoint.params, params) as Record<string, unknown>,
    query: z.decode(endpoint.query, query) as Record<string, unknown>,
    body: z.decode(endpoint.body, typeof body === 'string' ? JSON.parse(body) : body),
    headers: new Headers(init.headers),
  };
}

/** JSON as the server sends it, which has no undefined fields. */
function encode(endpoint: Endpoint, reply: unknown): string | undefined {
  return JSON.stringify(z.encode(endpoint.reply, reply));
}

function toResponse(outcome: unknown, call: Call | undefined): Response {
  if (!(outcome instanceof Failure)) {
    return new Response(outcome as string | undefined, { status: call?.endpoint.status ?? 200 });
  }
  if (outcome.status === 0) throw new TypeError('Failed to fetch');
  const body = outcome.body && JSON.stringify(outcome.body);
  return new Response(body, { status: outcome.status });
}

function whenAborted(signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
}
