/** Settings of the OIDC provider and of trusted token issuers. */
import { ConfigError } from './config-error.ts';
import { type Environment, formOf } from './variables.ts';

export type OidcConfig = {
  issuer: string;
  clientId: string;
  /** Undefined for a public client, which PKCE protects. */
  clientSecret: string | undefined;
  /** Shown after 'Continue with' on the button. */
  name: string;
  /** Addresses (`ann@example.org`) and domains (`example.org`) that join without an invitation. */
  allow: readonly string[];
};

export type TrustedIssuer = {
  issuer: string;
  /** The audience its tokens must contain. */
  audience: string;
  /** Clients (`azp`, else `client_id`) whose tokens are accepted; any if empty. */
  authorizedParties: readonly string[];
  /** URL of its keys; found by discovery if undefined. */
  jwksUrl: string | undefined;
};

const idleWithoutIssuer = [
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'OIDC_ALLOW',
] as const;

export function readOidc(env: Environment): OidcConfig | undefined {
  const issuer = env.OIDC_ISSUER;
  if (!issuer) {
    const idle = idleWithoutIssuer.find((name) => env[name]);
    if (idle) {
      throw new ConfigError(
        `${idle} needs OIDC_ISSUER, the address of the provider, such as OIDC_ISSUER=${formOf('OIDC_ISSUER')}`,
      );
    }
    return undefined;
  }
  const url = readSafeUrl(issuer, 'OIDC_ISSUER');
  if (!env.OIDC_CLIENT_ID) {
    throw new ConfigError(
      `OIDC_ISSUER needs OIDC_CLIENT_ID, such as OIDC_CLIENT_ID=${formOf('OIDC_CLIENT_ID')}`,
    );
  }
  return {
    issuer,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET || undefined,
    name: env.OIDC_NAME || url.hostname,
    allow: readAllowed(env.OIDC_ALLOW ?? ''),
  };
}

function readAllowed(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => {
      if (/^([^@\s]+@)?[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(one)) return one;
      throw new ConfigError(
        `OIDC_ALLOW must be addresses and domains such as ${formOf('OIDC_ALLOW')}, not "${one}"`,
      );
    });
}

/** Reads a JSON list, because each issuer has several settings. */
export function readTrustedIssuers(text: string | undefined): TrustedIssuer[] {
  if (!text) return [];
  const list = parse(text);
  if (!Array.isArray(list)) throw malformed();
  const issuers = list.map(readTrustedIssuer);
  if (new Set(issuers.map(({ issuer }) => issuer)).size < issuers.length) {
    throw new ConfigError('TRUSTED_ISSUERS lists an issuer twice');
  }
  return issuers;
}

const settings = new Set(['issuer', 'audience', 'authorizedParties', 'jwksUrl']);

function readTrustedIssuer(value: unknown): TrustedIssuer {
  if (typeof value !== 'object' || value === null) throw malformed();
  // A misspelled setting would silently skip a check.
  const unknown = Object.keys(value).find((name) => !settings.has(name));
  if (unknown !== undefined) {
    throw new ConfigError(`TRUSTED_ISSUERS has no setting "${unknown}"`);
  }
  const { issuer, audience, authorizedParties = [], jwksUrl } = value as Partial<TrustedIssuer>;
  if (typeof issuer !== 'string' || typeof audience !== 'string' || audience === '') {
    throw malformed();
  }
  const isListOfText =
    Array.isArray(authorizedParties) && authorizedParties.every((one) => typeof one === 'string');
  if (!isListOfText) throw malformed();
  readSafeUrl(issuer, 'TRUSTED_ISSUERS');
  if (jwksUrl !== undefined) readSafeUrl(jwksUrl, 'TRUSTED_ISSUERS');
  return { issuer, audience, authorizedParties, jwksUrl };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

function malformed(): ConfigError {
  return new ConfigError(
    `TRUSTED_ISSUERS must be a JSON list such as ${formOf('TRUSTED_ISSUERS')}`,
  );
}

/** Requires TLS or the local machine: anyone who can alter the connection could impersonate anyone. */
function readSafeUrl(text: unknown, name: string): URL {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  if (url && isSafeUrl(url)) return url;
  throw new ConfigError(`${name} must be a full https URL such as https://id.example.org`);
}

export function isSafeUrl(url: URL): boolean {
  return url.protocol === 'https:' || isPlainLoopback(url);
}

export function isPlainLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
