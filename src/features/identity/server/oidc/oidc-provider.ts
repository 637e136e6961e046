/**
 * OpenID Connect with the configured provider: authorization code flow with PKCE, state and nonce.
 * Loaded on first use; the server starts and works without the provider.
 */
import * as openid from 'openid-client';
import { ok, type Refused, type Result, refuse } from '#kit/result.ts';
import { isPlainLoopback, type OidcConfig } from '#server/config/identity-config.ts';
import { type OidcPerson, readOidcPerson } from '../../oidc-person.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { notStarted, type OidcState } from './oidc-state-cookie.ts';

export type OidcProvider = {
  /** The authorization URL, and what the callback is verified against. */
  begin(): Promise<Result<{ url: string; checks: Checks }>>;
  /** The person identified by a fully verified callback. */
  finish(checks: Checks, answer: string): Promise<Result<OidcPerson>>;
};

type Checks = Pick<OidcState, 'state' | 'nonce' | 'verifier'>;

/** For each of its replies, to the last byte. */
const patienceSeconds = 8;
const freshFor = { seconds: 5 };

export function createOidcProvider(
  config: OidcConfig,
  redirectUri: () => string,
  onError: (message: string) => void,
  timeoutSeconds = patienceSeconds,
): OidcProvider {
  const metadata = createMetadataCache(config, timeoutSeconds);

  /** Logs the reason for the operator, without personal data. */
  function logAndRefuse(error: unknown): Refused {
    const { refused, reason } = explain(error, config.name);
    if (reason !== undefined) onError(`OIDC sign-in: ${reason}`);
    return refused;
  }

  return {
    async begin() {
      try {
        const client = clientFor(config, await metadata.fresh(), timeoutSeconds);
        const checks = {
          state: openid.randomState(),
          nonce: openid.randomNonce(),
          verifier: openid.randomPKCECodeVerifier(),
        };
        const url = openid.buildAuthorizationUrl(client, {
          redirect_uri: redirectUri(),
          scope: 'openid email profile',
          state: checks.state,
          nonce: checks.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
          code_challenge_method: 'S256',
        });
        return ok({ url: url.href, checks });
      } catch (error) {
        return logAndRefuse(error);
      }
    },

    async finish(checks, answer) {
      if (new URLSearchParams(answer).get('state') !== checks.state) return notStarted;
      try {
        const client = clientFor(config, await metadata.cached(), timeoutSeconds);
        const address = new URL(redirectUri());
        address.search = answer;
        const tokens = await openid.authorizationCodeGrant(client, address, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.verifier,
          idTokenExpected: true,
        });
        const person = readOidcPerson(await readClaims(client, tokens));
        return person ? ok(person) : logAndRefuse(new Error('an ID token without an identity'));
      } catch (error) {
        return logAndRefuse(error);
      }
    },
  };
}

type Tokens = Awaited<ReturnType<typeof openid.authorizationCodeGrant>>;

/** Some providers return the email address only from their userinfo endpoint. */
async function readClaims(client: openid.Configuration, tokens: Tokens): Promise<unknown> {
  const claims = tokens.claims();
  if (!claims || claims.email !== undefined) return claims;
  if (!client.serverMetadata().userinfo_endpoint) return claims;
  const more = await openid.fetchUserInfo(client, tokens.access_token, claims.sub);
  return { ...more, iss: claims.iss, sub: claims.sub };
}

/**
 * The provider's metadata. Fetched again for every sign-in that starts, at most every few seconds,
 * so that no one is sent to a provider that is down; a callback can use what is cached.
 */
function createMetadataCache(
  config: OidcConfig,
  timeoutSeconds: number,
): { fresh: ReadMetadata; cached: ReadMetadata } {
  let last: { metadata: Promise<openid.ServerMetadata>; at: Temporal.Instant } | undefined;
  let cached: openid.ServerMetadata | undefined;

  async function discover(): Promise<openid.ServerMetadata> {
    const issuer = new URL(config.issuer);
    const found = await openid.discovery(issuer, config.clientId, undefined, openid.None(), {
      timeout: timeoutSeconds,
      [openid.customFetch]: boundedFetch,
      execute: isPlainLoopback(issuer) ? [openid.allowInsecureRequests] : [],
    });
    cached = found.serverMetadata();
    return cached;
  }

  const fresh = () => {
    const now = Temporal.Now.instant();
    // Failures are cached as well, to not overload a provider in trouble.
    if (!last || Temporal.Instant.compare(last.at.add(freshFor), now) < 0) {
      last = { metadata: discover(), at: now };
    }
    return last.metadata;
  };
  return { fresh, cached: async () => cached ?? fresh() };
}

type ReadMetadata = () => Promise<openid.ServerMetadata>;

/**
 * A client without cached keys: it fetches the provider's when it verifies an ID token, so that
 * rotated keys take effect immediately.
 */
function clientFor(
  config: OidcConfig,
  metadata: openid.ServerMetadata,
  timeoutSeconds: number,
): openid.Configuration {
  const { clientId, clientSecret } = config;
  const client = new openid.Configuration(
    metadata,
    clientId,
    clientSecret === undefined ? {} : { client_secret: clientSecret },
    authenticationFor(clientSecret, metadata.token_endpoint_auth_methods_supported),
  );
  client.timeout = timeoutSeconds;
  client[openid.customFetch] = boundedFetch;
  // Requires a signature even for ID tokens received directly from the provider.
  openid.enableNonRepudiationChecks(client);
  if (isPlainLoopback(new URL(config.issuer))) openid.allowInsecureRequests(client);
  return client;
}

function authenticationFor(
  secret: string | undefined,
  methods: readonly string[] = ['client_secret_basic'],
): openid.ClientAuth {
  if (secret === undefined) return openid.None();
  return methods.includes('client_secret_basic')
    ? openid.ClientSecretBasic(secret)
    : openid.ClientSecretPost(secret);
}

/** `reason` is for the operator's log; undefined if the configuration is not to blame. */
function explain(error: unknown, name: string): { refused: Refused; reason: string | undefined } {
  if (error instanceof openid.AuthorizationResponseError) {
    const { error: code } = error;
    const isDenied = code === 'access_denied' || code.endsWith('_required');
    const refused = isDenied ? denied(name) : untrusted(name);
    return {
      refused,
      reason: isDenied ? undefined : `the provider answered ${sanitizeCode(code)}`,
    };
  }
  // The code was used before or has expired.
  if (error instanceof openid.ResponseBodyError && error.error === 'invalid_grant') {
    return { refused: notStarted, reason: undefined };
  }
  if (isUnreachable(error)) {
    return { refused: unavailable(name), reason: 'the provider does not answer' };
  }
  const reason =
    error instanceof openid.ResponseBodyError
      ? `the provider answered ${sanitizeCode(error.error)}`
      : error instanceof Error
        ? ['code' in error ? sanitizeCode(error.code) : '', error.message].join(' ').trim()
        : 'failed';
  return { refused: untrusted(name), reason };
}

/** Strips anything an attacker may have injected. */
function sanitizeCode(code: unknown): string {
  return String(code)
    .replaceAll(/[^\w.-]/g, '')
    .slice(0, 60);
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof openid.ClientError) {
    const codes = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];
    return codes.includes(String(error.code));
  }
  if (error instanceof openid.ResponseBodyError) return error.status >= 500;
  return error instanceof TypeError && ['fetch failed', 'terminated'].includes(error.message);
}

function denied(name: string): Refused {
  return refuse('unauthenticated', 'hosted_denied', `Sign-in with ${name} was canceled or denied.`);
}

function untrusted(name: string): Refused {
  return refuse(
    'unauthenticated',
    'hosted_failed',
    `The response from ${name} couldn't be verified. Try again. If this keeps happening, contact the server's operator.`,
  );
}

function unavailable(name: string): Refused {
  return refuse(
    'not-ready',
    'provider_unavailable',
    `${name} is not responding. Try again in a moment.`,
  );
}
