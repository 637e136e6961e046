/** The public keys of a trusted issuer, fetched from where the configuration says and nowhere else. */
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTHeaderParameters } from 'jose';
import { isSafeUrl, type TrustedIssuer } from '#server/config/identity-config.ts';

/** The key a token names; undefined for one the issuer does not have. */
export type FindIssuerKey = (header: JWTHeaderParameters) => Promise<CryptoKey | undefined>;

/** No key of the issuer is known that could still be trusted: nothing is wrong with the token. */
export class IssuerUnavailable extends Error {}

type Keys = { find: ReturnType<typeof createLocalJWKSet>; fetchedAt: number };

const minute = 60_000;
/** After this long the issuer is asked again, so that a key it withdrew stops working. */
const freshFor = 10 * minute;
/** While the issuer does not answer, the keys known last are trusted this long. */
const staleIfErrorFor = 60 * minute;
/** Between two questions, whatever tokens say: an unknown key must not become a request each time. */
const refetchCooldown = 30_000;
const timeoutMilliseconds = 5_000;
const maxResponseBytes = 256 * 1024;

export function createIssuerKeyFinder(
  issuer: TrustedIssuer,
  nowMilliseconds: () => number = () => Temporal.Now.instant().epochMilliseconds,
): FindIssuerKey {
  let keys: Keys | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  /** At most one question at a time; a failed one leaves the keys as they are. */
  function ask(): Promise<void> {
    if (nowMilliseconds() - askedAt < refetchCooldown && !asking) return Promise.resolve();
    asking ??= fetchKeys(issuer)
      .then((set) => {
        keys = { find: createLocalJWKSet(set), fetchedAt: nowMilliseconds() };
      })
      .catch(() => undefined)
      .finally(() => {
        asking = undefined;
      });
    askedAt = nowMilliseconds();
    return asking;
  }

  async function known(header: JWTHeaderParameters): Promise<CryptoKey | undefined> {
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
    if (!keys || nowMilliseconds() - keys.fetchedAt > freshFor) await ask();
    const key = await known(header);
    if (key) return key;
    await ask();
    return known(header);
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

/** Without following redirects: where keys are is for the operator to say. */
async function fetchJson(url: string): Promise<Record<string, unknown>> {
  const reply = await fetch(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: { accept: 'application/json' },
  });
  if (!reply.ok) throw new Error(`answered ${reply.status}`);
  const text = await readAtMost(reply, maxResponseBytes);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('no JSON object');
  return value as Record<string, unknown>;
}

async function readAtMost(reply: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of reply.body ?? []) {
    length += part.length;
    if (length > most) throw new Error('too long an answer');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
