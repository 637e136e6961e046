/**
 * Checks origin, identity, rate limits and role. Only headers are used, so that this happens before
 * the body is read: reading a large body takes a tenth of a second, which strangers must not be
 * able to cause.
 */
import type { FastifyRequest } from 'fastify';
import { type Caller, isMemberCaller, type MemberCaller } from '#kit/caller.ts';
import type { Endpoint, Policy } from '#kit/endpoint.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import { chapterMoving } from './errors.ts';
import type { Limits } from './limits/rate-limit.ts';
import { type RequestFacts, toRequestFacts } from './request-facts.ts';
import { isCrossSiteWrite } from './request-origin.ts';

export type Identify = (request: RequestFacts, endpoint: Endpoint) => Promise<Result<Caller>>;

export type Gate = {
  identify: Identify;
  limits: Limits;
  ownOrigins: () => readonly string[];
};

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once authorized. */
    caller?: Caller;
    /** When the caller was looked up last, on the clock of `performance.now()`. */
    authorizedAt?: number;
  }
}

/** Maximum body size for members, and for anyone else. */
export const maxBodyBytes = 32 * 1024;
const maxAnonymousBodyBytes = 16 * 1024;
/** Pictures, whose own limits are given in words. */
const maxFileBytes = 256 * 1024;

export function maxBodyBytesFor({ maxBodyBytes: own, bodyType, policy }: Endpoint): number {
  if (own !== undefined) return own;
  if (bodyType === 'application/octet-stream') return maxFileBytes;
  return needsNoRole(policy) ? maxAnonymousBodyBytes : maxBodyBytes;
}

export async function authorize(
  gate: Gate,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Result<Caller>> {
  if (isCrossSiteWrite(request.method, request.headers, gate.ownOrigins)) {
    const [own] = gate.ownOrigins();
    return refuse(
      'forbidden',
      'cross_site',
      `Cross-site requests are not allowed. Open the hub at ${own}, or set PUBLIC_URL to its address.`,
    );
  }
  const identified = await identifyNow(gate, endpoint, request);
  const caller = identified.ok ? identified.value : undefined;
  const member = isMemberCaller(caller) ? caller : undefined;
  const known = member?.memberId ?? caller?.accountId;
  const limited = gate.limits.check(request, endpoint, known);
  if (!limited.ok) return limited;
  return identified.ok ? admit(endpoint, identified.value) : identified;
}

/** For this long nobody is looked up again: normal requests ask the database once who calls. */
const freshMilliseconds = 250;

/**
 * The caller of a write, just before it. A body may arrive half a minute after the headers, and someone who
 * is removed, demoted or signed out meanwhile must write nothing more. Limits count a request once.
 */
export async function authorizeAgain(
  gate: Pick<Gate, 'identify'>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Result<Caller>> {
  const { caller, authorizedAt = 0 } = request;
  const isFresh = performance.now() - authorizedAt < freshMilliseconds;
  if (caller === undefined || endpoint.method === 'GET' || isFresh) return ok(caller);
  const identified = await identifyNow(gate, endpoint, request);
  return identified.ok ? admit(endpoint, identified.value) : identified;
}

async function identifyNow(
  gate: Pick<Gate, 'identify'>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Result<Caller>> {
  const identified = await gate.identify(toRequestFacts(request), endpoint);
  request.authorizedAt = performance.now();
  return identified;
}

/** Whether the caller may do this now. */
function admit(endpoint: Endpoint, caller: Caller): Result<Caller> {
  const member = isMemberCaller(caller) ? caller : undefined;
  const allowed = checkRole(endpoint.policy, member);
  if (!allowed.ok) return allowed;
  if (member?.isResting && endpoint.method !== 'GET' && !needsNoRole(endpoint.policy))
    return { ok: false, refusal: chapterMoving };
  return endpoint.movesMoney && member?.hasUnexplainedFigures ? figuresDiffer : ok(caller);
}

const figuresDiffer = refuse(
  'not-ready',
  'figures_differ',
  'Balances need review, so money changes are paused. Contact your administrator.',
);

function checkRole(policy: Policy, member: MemberCaller | undefined): Result<undefined> {
  if (needsNoRole(policy)) return ok(undefined);
  if (member && roleSuffices(member.role, policy)) return ok(undefined);
  const message =
    policy === 'treasurer'
      ? 'Only treasurers and admins can do this'
      : `Only ${policy}s can do this`;
  return refuse('forbidden', 'forbidden', message);
}

/** Whether the policy is independent of chapter roles. */
function needsNoRole(policy: Policy): policy is 'anyone' | 'signed-in' | 'installation-admin' {
  return policy === 'anyone' || policy === 'signed-in' || policy === 'installation-admin';
}
