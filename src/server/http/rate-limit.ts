import { isIPv6 } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxEmailLength } from '#kit/email.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { ok, type Result, refuse } from '#kit/result.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The counted key: a person if identified, otherwise an IP address. */
    limitKey?: string;
  }
}

export type Limits = {
  /** `retryAfterSeconds` is in the refusal's details. */
  check(
    request: FastifyRequest,
    endpoint: Endpoint,
    personId: string | undefined,
  ): Promise<Result<undefined>>;
  /**
   * Counts an attempt for the account named in the body, else for the caller's own; called once the
   * body is read.
   */
  checkAccount(request: FastifyRequest, endpoint: Endpoint): Promise<Result<undefined>>;
  /** Counts an attempt for an account that the body does not name, such as that of a link. */
  countAttempt(request: FastifyRequest, email: string): Promise<Result<undefined>>;
};

const maxCounters = 20_000;

/**
 * Per minute: 1,200 reads and 600 writes per person, 300 anonymous requests per IP address, 5
 * password attempts per IP address and per account. Per hour: 5 mails requested anonymously per
 * account, 20 per IP address.
 */
export async function createLimits(app: FastifyInstance, isOn: boolean): Promise<Limits> {
  if (!isOn) {
    const isFine = async () => ok(undefined);
    return { check: isFine, checkAccount: isFine, countAttempt: isFine };
  }
  await app.register(rateLimit, { global: false });
  const limiter = (max: number, timeWindow = '1 minute') => {
    // Each limiter has its own counters and accepts `cache`, although its type omits it.
    const options = {
      max,
      cache: maxCounters,
      timeWindow,
      keyGenerator: (request: FastifyRequest) => request.limitKey ?? request.ip,
    };
    return app.createRateLimit(options);
  };
  const reads = limiter(1_200);
  const writes = limiter(600);
  const strangers = limiter(300);
  const attempts = limiter(5);
  const mailsToAccount = limiter(5, '1 hour');
  const mailsFromAddress = limiter(20, '1 hour');

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
    async check(request, endpoint, personId) {
      const address = `address ${toNetwork(request.ip)}`;
      if (endpoint.isPasswordAttempt) return count(attempts, request, address);
      if (endpoint.sendsMail) return count(mailsFromAddress, request, address);
      if (!personId) return count(strangers, request, address);
      return count(endpoint.method === 'GET' ? reads : writes, request, personId);
    },
    async checkAccount(request, endpoint) {
      if (endpoint.sendsMail) {
        const to = readAccount(request.body);
        return to ? count(mailsToAccount, request, `account ${to}`) : ok(undefined);
      }
      if (!endpoint.isPasswordAttempt) return ok(undefined);
      // A signed-in caller can only guess their own password, from any IP address.
      const account = readAccount(request.body) ?? request.caller?.accountId;
      return account ? count(attempts, request, `account ${account}`) : ok(undefined);
    },
    async countAttempt(request, email) {
      return count(attempts, request, `account ${email.toLowerCase()}`);
    },
  };
}

/**
 * The network of an IP address. For IPv6, the first 64 bits: a household owns all addresses below
 * and could use a new one for each attempt.
 */
export function toNetwork(address: string): string {
  // Some proxies write the port, which is another one for each connection.
  const ip = address.replace(/^([\d.]+|\[[^\]]*\]):\d+$/, '$1').replace(/^\[(.*)\]$/, '$1');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [start = '', end = ''] = ip.split('::', 2);
  const groups = (half: string) => half.split(':').filter(Boolean);
  const missing = ip.includes('::') ? 8 - groups(start).length - groups(end).length : 0;
  const all = [...groups(start), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(end)];
  const whole = all.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${whole.join(':')}::/64`;
}

/** Text longer than any address is not an account and not worth a counter. */
function readAccount(body: unknown): string | undefined {
  const email =
    typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  if (typeof email !== 'string') return undefined;
  const account = email.trim().toLowerCase();
  return account.length <= maxEmailLength ? account : undefined;
}
