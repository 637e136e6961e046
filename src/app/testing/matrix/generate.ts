/** Generates requests from contracts: valid ones, edge cases and ones invalid in one known way. */
import type { Endpoint } from '#kit/endpoint.ts';
import {
  corruptBody,
  corruptQuery,
  type Generated,
  isFields,
  searchOf,
} from './corrupt-request.ts';
import { hasBody } from './requests.ts';
import { type Schema, schemaOf } from './schemas.ts';
import { type Random, valueOf, wireText } from './values.ts';

/** Part of the sample and part of what the schema allows, or all of the schema's; then perhaps spoilt. */
export function generate(
  endpoint: Endpoint,
  sample: { readonly query: Readonly<Record<string, string>>; readonly body: unknown },
  random: Random,
  ids: readonly string[],
): Generated {
  const query = mixed(schemaOf(endpoint.query), sample.query, random, ids) as Record<
    string,
    unknown
  >;
  const body = hasBody(endpoint)
    ? mixed(schemaOf(endpoint.body), sample.body, random, ids)
    : undefined;
  const search = searchOf(query);
  const right = {
    body: body === undefined ? undefined : wireText(body),
    contentType: endpoint.bodyType,
    search,
    flaw: undefined,
  };
  if (random.chance(0.5)) return right;
  // Not every way to spoil a request is a way to spoil this one.
  const canSpoilBody = hasBody(endpoint) && !isFile(endpoint);
  for (let tries = 0; tries < 4; tries += 1) {
    const spoilt =
      canSpoilBody && random.chance(0.75)
        ? corruptBody(schemaOf(endpoint.body), body, right, random)
        : corruptQuery(schemaOf(endpoint.query), query, right, random);
    if (spoilt) return spoilt;
  }
  return right;
}

/** Of a file any bytes are taken and judged later. */
function isFile({ bodyType }: Endpoint): boolean {
  return bodyType === 'application/octet-stream';
}

function mixed(schema: Schema, sample: unknown, random: Random, ids: readonly string[]): unknown {
  if (sample === undefined || random.chance(0.4)) return valueOf(schema, random, ids);
  if (!isFields(sample) || !schema.properties || random.chance(0.3)) return sample;
  const [name, inner] = random.of(Object.entries(schema.properties)) ?? [];
  return name && inner ? { ...sample, [name]: valueOf(inner, random, ids) } : sample;
}
