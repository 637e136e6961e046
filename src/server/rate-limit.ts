import rateLimit, { type CreateRateLimitOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Endpoint } from '#kit/endpoint.ts';
import { ok, type Result, refuse } from '#kit/result.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whom a limit counts: a person once identified, an address before that. */
    limitKey?: string;
  }
}

export type Limits = {
  /** `retryAfterSeconds` is in the refusal's details. */
  check(
    request: FastifyRequest,
    endpoint: Endpoint,
    memberId: string | undefined,
  ): Promise<Result<undefined>>;
  /** Counts an attempt at the account that the body names: asked once that is read. */
  checkAccount(request: FastifyRequest, endpoint: Endpoint): Promise<Result<undefined>>;
};

/**
 * Per minute: 1,200 reads and 600 writes for a person, 300 requests for an address nobody signed
 * in from, 5 attempts at a password for an address and for an account.
 */
export async function createLimits(app: FastifyInstance, isOn: boolean): Promise<Limits> {
  if (!isOn) return { check: async () => ok(undefined), checkAccount: async () => ok(undefined) };
  await app.register(rateLimit, { global: false, cache: 20_000 });
  const limiter = (max: number) =>
    app.createRateLimit({
      max,
      timeWindow: '1 minute',
      keyGenerator: (request) => request.limitKey ?? request.ip,
    } satisfies CreateRateLimitOptions);
  const reads = limiter(1_200);
  const writes = limiter(600);
  const strangers = limiter(300);
  const attempts = limiter(5);

  async function count(
    limit: typeof reads,
    request: FastifyRequest,
    key: string,
  ): Promise<Result<undefined>> {
    request.limitKey = key;
    const state = await limit(request);
    if (state.isAllowed || !state.isExceeded) return ok(undefined);
    const retryAfterSeconds = Math.max(1, state.ttlInSeconds);
    return refuse(
      'too-many',
      'too_many_requests',
      `Too many requests. Try again in ${retryAfterSeconds} s.`,
      {
        details: { retryAfterSeconds },
      },
    );
  }

  return {
    async check(request, endpoint, memberId) {
      if (endpoint.takesPassword) return count(attempts, request, `address ${request.ip}`);
      if (!memberId) return count(strangers, request, `address ${request.ip}`);
      return count(endpoint.method === 'GET' ? reads : writes, request, memberId);
    },
    async checkAccount(request, endpoint) {
      const account = endpoint.takesPassword ? accountOf(request.body) : undefined;
      return account ? count(attempts, request, `account ${account}`) : ok(undefined);
    },
  };
}

function accountOf(body: unknown): string | undefined {
  const email =
    typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined;
}
