/** Public keys of a trusted issuer, fetched only from where the configuration says. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTHeaderParameters } from 'jose';
import { isSafeUrl, type TrustedIssuer } from '#server/config/identity-config.ts';
import { boundedFetch } from './bounded-fetch.ts';

/** Finds the key named in a token's header; undefined if the issuer has no such key. */
export type FindIssuerKey = (header: JWTHeaderParameters) => Promise<CryptoKey | undefined>;

/** The issuer's keys cannot be fetched, which does not mean that the token is bad. */
export class IssuerUnavailable extends Error {}

type Keys = { find: ReturnType<typeof createLocalJWKSet>; fetchedAt: number };

const minute = 60_000;
/** Keys are refetched after this time, so that a withdrawn key stops working. */
const freshFor = 10 * minute;
/** While the issuer does not respond, cached keys are trusted this long. */
const staleIfErrorFor = 60 * minute;
/** Minimum time between fetches: tokens with unknown keys must not cause a request each. */
const refetchCooldown = 30_000;
const timeoutMilliseconds = 5_000;

export function createIssuerKeyFinder(
  issuer: TrustedIssuer,
  nowMilliseconds: () => number = () => Temporal.Now.instant().epochMilliseconds,
): FindIssuerKey {
  let keys: Keys | undefined;
  let fetchStartedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  /** At most one fetch at a time; a failed one keeps the keys. */
  function refetch(): Promise<void> {
    if (nowMilliseconds() - fetchStartedAt < refetchCooldown && !fetching) return Promise.resolve();
    fetching ??= fetchKeys(issuer)
      .then((set) => {
        keys = { find: createLocalJWKSet(set), fetchedAt: nowMilliseconds() };
      })
      .catch(() => undefined)
      .finally(() => {
        fetching = undefined;
      });
    fetchStartedAt = nowMilliseconds();
    return fetching;
  }

  async function findInCache(header: JWTHeaderParameters): Promise<CryptoKey | undefined> {
    if (!keys || nowMilliseconds() - keys.fetchedAt > staleIfErrorFor)
      throw new IssuerUnavailable();
    try {
      return await keys.find(header);
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  return async (header) => {
    if (!keys || nowMilliseconds() - keys.fetchedAt > freshFor) await refetch();
    const key = await findInCache(header);
    if (key) return key;
    await refetch();
    return findInCache(header);
  };
}

async function fetchKeys(issuer: TrustedIssuer): Promise<JSONWebKeySet> {
  const set = await fetchJson(issuer.jwksUrl ?? (await discoverJwksUrl(issuer.issuer)));
  if (!Array.isArray(set.keys)) throw new Error('no keys');
  return set as unknown as JSONWebKeySet;
}

async function discoverJwksUrl(issuer: string): Promise<string> {
  const metadata = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { jwks_uri: url } = metadata;
  if (metadata.issuer !== issuer || typeof url !== 'string' || !isSafeUrl(new URL(url))) {
    throw new Error('the metadata is not of this issuer');
  }
  return url;
}

/** Follows no redirects: only the operator decides where keys come from. */
async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const reply = await boundedFetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: { accept: 'application/json' },
  });
  if (!reply.ok) throw new Error(`answered ${reply.status}`);
  const value: unknown = await reply.json();
  if (typeof value !== 'object' || value === null) throw new Error('no JSON object');
  return value as Record<string, unknown>;
}
