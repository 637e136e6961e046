/** How often people, browsers and strangers may ask; decision 21 gives the reasons of the numbers. */

import type { FastifyRequest } from 'fastify';
import { plural } from '#kit/counts.ts';
import { maxEmailLength } from '#kit/email.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { type RequestFacts, toRequestFacts } from '../request-facts.ts';
import { readClientAddress, toHousehold, toNetwork } from './client-address.ts';
import { type Counter, createCounter } from './counter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What an attempt was counted for, given back if it succeeds. */
    attempt?: readonly Count[];
  }
}

export type Limits = {
  /** Before the body is read. `retryAfterSeconds` is in the refusal's details. */
  check(
    request: FastifyRequest,
    endpoint: Endpoint,
    personId: string | undefined,
  ): Result<undefined>;
  /** Files, and addresses where there is nothing. */
  checkFile(request: FastifyRequest): Result<undefined>;
  /**
   * Counts an attempt to prove a password, or an email to be sent, once the body is known to be
   * valid: what costs nothing must not use up, or flush, what an attempt is counted for.
   */
  checkAttempt(request: FastifyRequest, endpoint: Endpoint): Promise<Result<undefined>>;
  /** Counts an attempt for an account that the body does not name, such as that of a link. */
  countAttempt(request: FastifyRequest, email: string): Promise<Result<undefined>>;
  /** Gives back a stranger's attempt that succeeded, except to the account. */
  giveBack(request: FastifyRequest): Promise<void>;
};

/** An attempt counted by all servers of a database together. */
export type SharedCount = { readonly key: string; readonly max: number };

export type LimitServices = {
  /** The signed-in session that a request's cookie names, unverified except for its signature. */
  findBrowser(request: RequestFacts): string | undefined;
  /** Whether this browser has signed in to the account before. */
  isKnownDevice(request: RequestFacts, email: string): boolean;
  /** Counts for a minute; returns the seconds to wait if any count exceeds its maximum, else 0. */
  countShared(counts: readonly SharedCount[]): Promise<number>;
  giveBackShared(counts: readonly SharedCount[]): Promise<void>;
};

type Count = SharedCount & { readonly counter: Counter; readonly isGivenBack: boolean };

const minute = 60;
const hour = 3_600;

const maxAttempts = { household: 5, network: 20, everyone: 120, account: 5, knownDevices: 10 };

const noLimits: Limits = {
  check: () => ok(undefined),
  checkFile: () => ok(undefined),
  checkAttempt: async () => ok(undefined),
  countAttempt: async () => ok(undefined),
  giveBack: async () => {},
};

export function createLimits(services: LimitServices | undefined): Limits {
  return services === undefined ? noLimits : createCountingLimits(services);
}

function createCountingLimits(services: LimitServices): Limits {
  const reads = createCounter({ max: 1_200, seconds: minute });
  const writes = createCounter({ max: 600, seconds: minute });
  const strangers = createCounter({ max: 300, seconds: minute });
  const strangersOfNetwork = createCounter({ max: 1_500, seconds: minute });
  const files = createCounter({ max: 6_000, seconds: minute });
  const mailsToAccount = createCounter({ max: 5, seconds: hour });
  const mailsFromHousehold = createCounter({ max: 20, seconds: hour });
  const mailsFromNetwork = createCounter({ max: 60, seconds: hour });
  const attempts = {
    household: createCounter({ max: maxAttempts.household, seconds: minute }),
    network: createCounter({ max: maxAttempts.network, seconds: minute }),
    everyone: createCounter({ max: maxAttempts.everyone, seconds: minute }),
    account: createCounter({ max: maxAttempts.account, seconds: minute }),
    knownDevices: createCounter({ max: maxAttempts.knownDevices, seconds: minute }),
  };

  function attempt(kind: keyof typeof attempts, of: string, isGivenBack = false): Count {
    return { key: `${kind} ${of}`, max: maxAttempts[kind], counter: attempts[kind], isGivenBack };
  }

  /** Attempts of browsers the owner uses are not counted together with those of strangers. */
  function attemptsOn(request: FastifyRequest, email: string): Count {
    const isKnown = services.isKnownDevice(toRequestFacts(request), email);
    return attempt(isKnown ? 'knownDevices' : 'account', email);
  }

  function attemptsOf(request: FastifyRequest): readonly Count[] {
    // Who is signed in can only guess their own password, from any IP address.
    if (request.caller) return [attempt('account', request.caller.accountId)];
    const email = readAccount(request.body);
    const account = email === undefined ? undefined : attemptsOn(request, email);
    if (account?.counter === attempts.knownDevices) return [account];
    const address = addressOf(request);
    const others = [
      attempt('household', toHousehold(address), true),
      attempt('network', toNetwork(address), true),
      attempt('everyone', 'everywhere', true),
    ];
    return account ? [...others, account] : others;
  }

  async function count(counts: readonly Count[]): Promise<Result<undefined>> {
    // All or none on this server: what it refuses must not use up what others need.
    const here = Math.max(...counts.map(({ counter, key }) => counter.wait(key)));
    if (here > 0) return tooManyAttempts(here);
    for (const { counter, key } of counts) counter.add(key);
    const everywhere = await services.countShared(counts);
    return everywhere > 0 ? tooManyAttempts(everywhere) : ok(undefined);
  }

  return {
    check(request, endpoint, personId) {
      if (personId) return countOnce(endpoint.method === 'GET' ? reads : writes, personId);
      const address = addressOf(request);
      if (endpoint.sendsMail) {
        const ofNetwork = countOnce(mailsFromNetwork, toNetwork(address));
        return ofNetwork.ok ? countOnce(mailsFromHousehold, toHousehold(address)) : ofNetwork;
      }
      const browser = services.findBrowser(toRequestFacts(request));
      if (browser !== undefined) return countOnce(strangers, browser);
      const ofNetwork = countOnce(strangersOfNetwork, wide(address));
      return ofNetwork.ok ? countOnce(strangers, toHousehold(address)) : ofNetwork;
    },
    checkFile(request) {
      const browser = services.findBrowser(toRequestFacts(request));
      return countOnce(files, browser ?? toHousehold(addressOf(request)));
    },
    async checkAttempt(request, endpoint) {
      if (endpoint.sendsMail) {
        const to = readAccount(request.body);
        return to === undefined ? ok(undefined) : countOnce(mailsToAccount, to);
      }
      if (!endpoint.isPasswordAttempt) return ok(undefined);
      const counts = attemptsOf(request);
      const counted = await count(counts);
      if (counted.ok) request.attempt = counts;
      return counted;
    },
    countAttempt: (request, email) => count([attemptsOn(request, email.toLowerCase())]),
    async giveBack(request) {
      const counts = (request.attempt ?? []).filter(({ isGivenBack }) => isGivenBack);
      if (counts.length === 0) return;
      for (const { counter, key } of counts) counter.subtract(key);
      await services.giveBackShared(counts);
    },
  };
}

/** A /24 of IPv4 may be a hundred households; only IPv6 gives one of them a whole network. */
function wide(address: string): string {
  return address.includes(':') ? toNetwork(address) : address;
}

function addressOf(request: FastifyRequest): string {
  return readClientAddress(request.ip, request.socket.remoteAddress ?? '');
}

function countOnce(counter: Counter, key: string): Result<undefined> {
  const retryAfterSeconds = counter.wait(key);
  if (retryAfterSeconds > 0) {
    return tooMany(
      `Too many requests. Try again in ${plural(retryAfterSeconds, 'second')}.`,
      retryAfterSeconds,
    );
  }
  counter.add(key);
  return ok(undefined);
}

function tooManyAttempts(seconds: number): Result<undefined> {
  return tooMany(
    `Too many attempts. Try again in ${plural(seconds, 'second')}, or use a passkey if you have one.`,
    seconds,
  );
}

function tooMany(message: string, retryAfterSeconds: number): Result<undefined> {
  return refuse('too-many', 'too_many_requests', message, { details: { retryAfterSeconds } });
}

/** Text longer than any address is not an account and not worth a counter. */
function readAccount(body: unknown): string | undefined {
  const email =
    typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  if (typeof email !== 'string') return undefined;
  const account = email.trim().toLowerCase();
  return account.length <= maxEmailLength ? account : undefined;
}
