/**
 * A call of the API, declared once for the server, the browser and the OpenAPI document. Schemas
 * are codecs: their input is the wire format, their output the domain type.
 */
import * as z from 'zod/mini';

/**
 * Who may call. `anyone`: no identity. `signed-in`: an identity, with or without a membership.
 * `installation-admin`: an installation admin, regardless of chapter roles. `member`, `treasurer`,
 * `admin`: an active member of the token's chapter with at least that role.
 */
export type Policy =
  | 'anyone'
  | 'signed-in'
  | 'installation-admin'
  | 'member'
  | 'treasurer'
  | 'admin';

/**
 * What identifies the caller. Only reads and the few calls that issue tokens accept the cookie:
 * everything else requires the bearer token, which other sites cannot send.
 */
type Credential = 'none' | 'bearer' | 'cookie' | 'cookie-or-bearer';

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
  /** Relative to `/api`, with `{name}` for each parameter. */
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
  /** If not JSON, `reply` is unused and the server sends it with `serveContent`. */
  readonly replyType: 'application/json' | 'application/zip' | 'image/*' | 'text/calendar' | '*/*';
  readonly status: 200 | 201 | 204;
  /** The version for the reply's ETag, if the entity has one. */
  readonly version: ((reply: z.output<Reply>) => number) | undefined;
  /** Allows guessing a password, so attempts are limited strictly. */
  readonly isPasswordAttempt: boolean;
  /** Lets anonymous callers send mail to the address in the body, so it is limited per hour. */
  readonly sendsMail: boolean;
  /** Changes balances: refused while the chapter has unexplained differences. */
  readonly movesMoney: boolean;
  /**
   * A read whose reply depends only on URL, caller and data, but not on the time, is cached until the
   * next commit: for all members it is the same for, see `server/http/cache-entry.ts`.
   */
  readonly cacheUntilNextCommit: boolean;
  /**
   * A report, which may be read from a standby that lags behind. Never what a screen shows right after
   * a write, what somebody has or owes, or what somebody may have just hidden.
   */
  readonly mayLag: boolean;
  /** For a call whose largest valid body exceeds 32 KB, or 16 KB without a role. */
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
  mayLag?: boolean;
  maxBodyBytes?: number;
};

/** Declares a call. Throws unless the parameters match those in the path. */
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
  if (declared.mayLag && (declared.method !== 'GET' || declared.cacheUntilNextCommit)) {
    throw new Error(`${declared.path}: only a read that is not cached may lag`);
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
    mayLag: declared.mayLag ?? false,
    maxBodyBytes: declared.maxBodyBytes,
  };
}

/** The body of every refusal. */
export const refusalBody = z.object({
  code: z.string(),
  message: z.string(),
  field: z.optional(z.string()),
  details: z.optional(z.record(z.string(), z.unknown())),
});
export type RefusalBody = z.output<typeof refusalBody>;
