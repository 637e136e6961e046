/**
 * A call of the API, said once: the server serves it, the browser calls it, the OpenAPI document
 * describes it. Schemas are codecs: their input side is the wire, their output side the domain.
 */
import * as z from 'zod/mini';

/**
 * Who may call. `anyone`: no identity. `signed-in`: an identity, member of a chapter or not.
 * `installation-admin`: one who looks after the whole installation, whatever they are in a chapter.
 * `member`, `treasurer`, `admin`: an active member of the token's chapter, with at least that role.
 */
export type Policy =
  | 'anyone'
  | 'signed-in'
  | 'installation-admin'
  | 'member'
  | 'treasurer'
  | 'admin';

/**
 * What identifies the caller. Only reads may use the cookie, and the few calls that make tokens:
 * everything else needs the bearer token, which no other site can send.
 */
export type Credential = 'none' | 'bearer' | 'cookie' | 'cookie-or-bearer';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Fields = z.ZodMiniObject;

export type Endpoint<
  M extends Method = Method,
  P extends Policy = Policy,
  Params extends Fields = Fields,
  Query extends Fields = Fields,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> = {
  readonly method: M;
  /** Below `/api`, with `{name}` for each parameter, as the specification writes it. */
  readonly path: `/${string}`;
  readonly tag: string;
  readonly summary: string;
  readonly policy: P;
  readonly credential: Credential;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly bodyType:
    | 'application/json'
    | 'application/json-patch+json'
    | 'application/octet-stream';
  readonly reply: Reply;
  /** Other than JSON: `reply` says nothing about it, and the server's `serveContent` sends it. */
  readonly replyType: 'application/json' | 'image/*' | 'text/calendar';
  readonly status: 200 | 201 | 204;
  /** The version that the reply's ETag carries, where the entity has one. */
  readonly version: ((reply: z.output<Reply>) => number) | undefined;
  /** A guess at a password can be made here: attempts are limited far more strictly. */
  readonly isPasswordAttempt: boolean;
  /** A stranger can have mail sent to the address in the body: limited by the hour. */
  readonly sendsMail: boolean;
  /** It changes what somebody has or owes: refused while the chapter's figures do not add up. */
  readonly movesMoney: boolean;
  /**
   * A read whose reply depends only on its address, the caller's chapter and the data, neither on
   * who asks nor on the time: it is cached until the next commit.
   */
  readonly cacheUntilNextCommit: boolean;
  /** How large a body may be, where it is not what every body may be. */
  readonly maxBodyBytes: number | undefined;
};

export const nothing = z.undefined();
export const noFields = z.strictObject({});

type Declaration<M, P, Params, Query, Body, Reply extends z.ZodMiniType> = {
  method: M;
  path: `/${string}`;
  tag: string;
  summary: string;
  policy: P;
  credential?: Credential;
  params?: Params;
  query?: Query;
  body?: Body;
  bodyType?: Endpoint['bodyType'];
  reply?: Reply;
  replyType?: Endpoint['replyType'];
  status?: Endpoint['status'];
  version?: (reply: z.output<Reply>) => number;
  isPasswordAttempt?: boolean;
  sendsMail?: boolean;
  movesMoney?: boolean;
  cacheUntilNextCommit?: boolean;
  maxBodyBytes?: number;
};

/** Declares a call. Parameters named in the path must be declared and the other way round. */
export function endpoint<
  M extends Method,
  P extends Policy,
  Params extends Fields = typeof noFields,
  Query extends Fields = typeof noFields,
  Body extends z.ZodMiniType = typeof nothing,
  Reply extends z.ZodMiniType = typeof nothing,
>(
  declared: Declaration<M, P, Params, Query, Body, Reply>,
): Endpoint<M, P, Params, Query, Body, Reply> {
  const params = declared.params ?? (noFields as unknown as Params);
  const named = [...declared.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  if (named.sort().join() !== Object.keys(params.shape).sort().join()) {
    throw new Error(`${declared.path}: the path and its parameters differ`);
  }
  const reply = declared.reply ?? (nothing as unknown as Reply);
  return {
    method: declared.method,
    path: declared.path,
    tag: declared.tag,
    summary: declared.summary,
    policy: declared.policy,
    credential: declared.credential ?? (declared.policy === 'anyone' ? 'none' : 'bearer'),
    params,
    query: declared.query ?? (noFields as unknown as Query),
    body: declared.body ?? (nothing as unknown as Body),
    bodyType: declared.bodyType ?? 'application/json',
    reply,
    replyType: declared.replyType ?? 'application/json',
    status: declared.status ?? (declared.reply ? (declared.method === 'POST' ? 201 : 200) : 204),
    version: declared.version,
    isPasswordAttempt: declared.isPasswordAttempt ?? false,
    sendsMail: declared.sendsMail ?? false,
    movesMoney: declared.movesMoney ?? false,
    cacheUntilNextCommit: declared.cacheUntilNextCommit ?? false,
    maxBodyBytes: declared.maxBodyBytes,
  };
}

/** What a refused call replies, whatever its status. */
export const refusalBody = z.object({
  code: z.string(),
  message: z.string(),
  field: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type RefusalBody = z.output<typeof refusalBody>;
