/** Sends samples as a given person over real HTTP, without decoding replies. */
import * as z from 'zod/mini';
import type { Endpoint } from '#kit/endpoint.ts';
import type { TestHub, TestPerson } from '../hub.ts';
import { cookieOf, type Fixtures, type Params } from './fixtures.ts';
import type { Sample } from './sample.ts';
import { makers, samples } from './samples.ts';

export type Answer = { readonly status: number; readonly text: string };

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

export const parametersOf = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

export const sampleOf = (endpoint: Endpoint): Sample => samples[nameOf(endpoint)] ?? {};

export const hasBody = ({ body }: Endpoint) => !(body instanceof z.ZodMiniUndefined);

/** What is missing for a route to be tested, in words that say what to write. */
export function findMissingSamples(endpoint: Endpoint): string[] {
  const sample = samples[nameOf(endpoint)];
  const missing: string[] = [];
  if (hasBody(endpoint) && !sample?.body) {
    missing.push(
      `${nameOf(endpoint)} takes a body: add a right one to server/testing/samples.ts of its feature`,
    );
  }
  if (sample?.params) return missing;
  for (const name of parametersOf(endpoint)) {
    if (makers[name]) continue;
    missing.push(
      `${nameOf(endpoint)} has the parameter ${name}: say in server/testing/samples.ts of its feature how one is made (makers), or give its params`,
    );
  }
  return missing;
}

/** The parameters of a fresh thing of the owner's. */
export async function freshParams(
  endpoint: Endpoint,
  fixtures: Fixtures,
  caller: TestPerson = fixtures.owner,
): Promise<Params> {
  const sample = sampleOf(endpoint);
  if (sample.params) return sample.params(fixtures, caller);
  const params: Params = {};
  for (const name of parametersOf(endpoint)) {
    const make = makers[name];
    if (!make) throw new Error(findMissingSamples(endpoint).join('\n'));
    params[name] = await make(fixtures, params);
  }
  return params;
}

export type Asked = {
  readonly params?: Params;
  readonly query?: Params;
  readonly body?: unknown;
};

/** The whole request of the sample, about a fresh thing unless the parameters are given. */
export async function buildValidRequest(
  endpoint: Endpoint,
  fixtures: Fixtures,
  caller: TestPerson,
  given?: Params,
): Promise<Required<Asked>> {
  const sample = sampleOf(endpoint);
  const params = given ?? (await freshParams(endpoint, fixtures, caller));
  const call = { fixtures, caller, params };
  return {
    params,
    query: (await sample.query?.(call)) ?? {},
    body: await sample.body?.(call),
  };
}

export type Credentials = Record<string, string>;

/** The credential for this call; `way` overrides the contract's to test its refusal. */
export async function credentialsOf(
  hub: TestHub,
  endpoint: Endpoint,
  caller: TestPerson,
  way: Endpoint['credential'] = endpoint.credential,
): Promise<Credentials> {
  if (way === 'cookie') return { cookie: await cookieOf(hub, caller) };
  return { authorization: `Bearer ${caller.token}` };
}

export async function send(
  hub: TestHub,
  endpoint: Endpoint,
  credentials: Credentials,
  { params = {}, query = {}, body }: Asked,
): Promise<Answer> {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  const reply = await hub.request({
    method: endpoint.method,
    url: `/api${path}${search ? `?${search}` : ''}`,
    headers: {
      ...credentials,
      ...(body === undefined ? {} : { 'content-type': endpoint.bodyType }),
    },
    ...(body === undefined ? {} : { payload: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
  return { status: reply.statusCode, text: reply.body };
}

/** Why a reply is not in the contract's shape, or undefined. */
export function findFlaw(endpoint: Endpoint, { status, text }: Answer): string | undefined {
  if (status !== endpoint.status) return `${status} is not the contract's ${endpoint.status}`;
  if (endpoint.replyType !== 'application/json') return undefined;
  if (status === 204) return text === '' ? undefined : 'a body without content';
  const read = z.safeDecode(endpoint.reply, JSON.parse(text) as never);
  return read.success ? undefined : z.prettifyError(read.error);
}
