import { isIPv6 } from 'node:net';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxEmailLength } from '#kit/email.ts';
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
    personId: string | undefined,
  ): Promise<Result<undefined>>;
  /** Counts an attempt at the account that the body names, else the caller's own: asked once it is read. */
  checkAccount(request: FastifyRequest, endpoint: Endpoint): Promise<Result<undefined>>;
  /** Counts an attempt at the account of an address that the body does not name, as a link's is. */
  countAttempt(request: FastifyRequest, email: string): Promise<Result<undefined>>;
};

const maxCounters = 20_000;

/**
 * Per minute: 1,200 reads and 600 writes for a person, 300 requests for an address nobody signed
 * in from, 5 attempts at a password for an address and for an account. Per hour: 5 mails that
 * strangers have sent to one account, 20 from one address.
 */
export async function createLimits(app: FastifyInstance, isOn: boolean): Promise<Limits> {
  if (!isOn) {
    const isFine = async () => ok(undefined);
    return { check: isFine, checkAccount: isFine, countAttempt: isFine };
  }
  await app.register(rateLimit, { global: false });
  const limiter = (max: number, timeWindow = '1 minute') => {
    // Each limiter counts by itself, and takes `cache` although its type does not say so.
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
      // Who is signed in guesses at their own account, whatever the address they call from.
      const account = readAccount(request.body) ?? request.caller?.accountId;
      return account ? count(attempts, request, `account ${account}`) : ok(undefined);
    },
    async countAttempt(request, email) {
      return count(attempts, request, `account ${email.toLowerCase()}`);
    },
  };
}

/**
 * Whom an address belongs to. With IPv6 that is the first 64 bits: a single household has all of
 * the addresses below them, and could take a new one for each attempt.
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

/** Longer text than any address is no account, and not worth remembering. */
function readAccount(body: unknown): string | undefined {
  const email =
    typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  if (typeof email !== 'string') return undefined;
  const account = email.trim().toLowerCase();
  return account.length <= maxEmailLength ? account : undefined;
}
