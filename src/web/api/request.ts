/** Encodes a call's arguments as address and body. */
import * as z from 'zod/mini';
import type { Endpoint } from '#kit/endpoint.ts';

type Codec = z.ZodMiniType;
type Shape<S extends Codec> = z.output<S>;
/** Fields that are optional or have a default may be omitted. */
type Optional<S extends Codec> = {
  [K in keyof z.input<S>]-?: undefined extends z.input<S>[K] ? K : never;
}[keyof z.input<S>];
type Fields<S extends Codec> = {
  [K in Exclude<keyof Shape<S>, Optional<S>>]: Shape<S>[K];
} & { [K in keyof Shape<S> & Optional<S>]?: Shape<S>[K] | undefined };

/** An argument without required fields may be omitted. */
type Argument<Name extends string, Value> = [Value] extends [undefined]
  ? { [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { [K in Name]?: Value | undefined }
    : { [K in Name]: Value };

/** The arguments of a call in domain types. */
export type Arguments<E extends Endpoint> = Argument<'params', z.output<E['params']>> &
  Argument<'query', Fields<E['query']>> &
  Argument<'body', z.output<E['body']>>;

export type UncheckedArguments = {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
};

/** The path with its parameters and the query, below the API's base. */
export function buildAddress(endpoint: Endpoint, { params, query }: UncheckedArguments): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(encodeField(endpoint.params, name, params?.[name]))),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined) continue;
    search.set(name, String(encodeField(endpoint.query, name, value)));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

function encodeField(fields: z.ZodMiniObject, name: string, value: unknown): unknown {
  const field = fields.shape[name];
  if (!field) throw new Error(`The call has no parameter ${name}`);
  return z.encode(field as Codec, value);
}

/** The body as JSON or bytes; undefined for a call without one. */
export function encodeBody(
  endpoint: Endpoint,
  { body }: UncheckedArguments,
): string | Uint8Array<ArrayBuffer> | undefined {
  if (endpoint.bodyType === 'application/octet-stream') return body as Uint8Array<ArrayBuffer>;
  const encoded = z.encode(endpoint.body, body as never);
  return encoded === undefined ? undefined : JSON.stringify(encoded);
}
