/** The OpenAPI 3.1 document, generated from the served endpoints. */
import * as z from 'zod/mini';
import { type Endpoint, refusalBody } from '#kit/endpoint.ts';
import { maxBodyBytesFor } from './authorize.ts';

type Json = Record<string, unknown>;

export function openApiDocument(endpoints: readonly Endpoint[], server: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(endpoint),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Chapter Hub',
      version: '1',
      description:
        "The browser app uses only these calls. Amounts are dollars as JSON numbers with at most two decimals; instants are ISO 8601 in UTC. Bodies are strict: unknown fields are refused; a body larger than the call's `x-max-body-bytes`, or with more than 10,000 values, is refused with 413, and one nested more than 32 levels deep with 400. A POST with an `Idempotency-Key` can be repeated safely; versioned entities send their version as `ETag` and honor `If-Match`. If its reply is lost, send it again with the same key: the stored reply is sent again, unless it holds a secret. A PUT or DELETE repeated with the same `If-Match` never runs twice: 412 or 404 means that it, or someone else's change, was applied; read the record to find out which. Calls marked `x-moves-money` are refused with 503, `figures_differ`, while the chapter's figures do not reconcile.",
    },
    servers: [{ url: server }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            "A token from `POST /auth/token`, from `hub token`, or from an issuer the operator trusts. A trusted issuer's token must have its issuer and subject connected to an account. It acts as a member of that account and never on the account itself (calls with the policy `signed-in` reply 401); the header `X-Chapter` selects the chapter if the account belongs to several (422, `chapter_needed`). While the issuer's keys are unavailable, the reply is 503, `issuer_unavailable`.",
        },
        session: { type: 'apiKey', in: 'cookie', name: 'hub_session' },
      },
      schemas: { Refusal: toSchema(refusalBody, 'output') },
    },
  };
}

function operation(endpoint: Endpoint): Json {
  const isJson = endpoint.replyType === 'application/json';
  const replySchema = isJson ? toSchema(endpoint.reply, 'input') : binary;
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    operationId: operationId(endpoint),
    'x-policy': endpoint.policy,
    ...(endpoint.movesMoney ? { 'x-moves-money': true } : {}),
    security: listSecurity(endpoint),
    parameters: [
      ...listParameters(endpoint.params, 'path'),
      ...listParameters(endpoint.query, 'query'),
      ...(endpoint.method === 'POST' && endpoint.credential === 'bearer' ? [idempotencyKey] : []),
    ],
    ...(hasContent(endpoint.body) ? { 'x-max-body-bytes': maxBodyBytesFor(endpoint) } : {}),
    ...(hasContent(endpoint.body)
      ? {
          requestBody: {
            required: !z.safeParse(endpoint.body, undefined).success,
            content: {
              [endpoint.bodyType]: {
                schema:
                  endpoint.bodyType === 'application/octet-stream'
                    ? binary
                    : toSchema(endpoint.body, 'input'),
              },
            },
          },
        }
      : {}),
    responses: {
      [endpoint.status]: {
        description: 'Done',
        ...(endpoint.status === 204
          ? {}
          : { content: { [endpoint.replyType]: { schema: replySchema } } }),
      },
      '4XX': refused('Refused; `code` says why'),
      '5XX': refused('Temporarily unavailable, or a server error'),
    },
  };
}

const binary = { type: 'string', format: 'binary' };

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a request with the same key is safe: its work happens once',
  schema: { type: 'string', maxLength: 200 },
};

function refused(description: string): Json {
  return {
    description,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
}

function operationId(endpoint: Endpoint): string {
  const words = endpoint.path.split(/[^a-zA-Z]+/).filter(Boolean);
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return endpoint.method.toLowerCase() + pascal;
}

function listSecurity(endpoint: Endpoint): Json[] {
  const bearer = { bearer: [] };
  const session = { session: [] };
  switch (endpoint.credential) {
    case 'none':
      return [];
    case 'bearer':
      return [bearer];
    case 'cookie':
      return [session];
    case 'cookie-or-bearer':
      return [session, bearer];
  }
}

function listParameters(fields: z.ZodMiniObject, place: 'path' | 'query'): Json[] {
  const schema = toSchema(fields, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || (schema.required ?? []).includes(name),
    schema: property,
  }));
}

function hasContent(schema: z.ZodMiniType): boolean {
  return !(schema instanceof z.ZodMiniUndefined);
}

/** The wire format of a schema, without our own conversions. */
function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  if (!hasContent(schema)) return {};
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}
