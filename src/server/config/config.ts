/** All settings, read once from the environment and the command line. */
import { isTimeZone } from '#kit/time-zone.ts';
import type { Pooler } from '../database/db.ts';
import { ConfigError } from './config-error.ts';
import {
  type OidcConfig,
  readOidc,
  readTrustedIssuers,
  type TrustedIssuer,
} from './identity-config.ts';

export type ChapterDefaults = {
  name: string;
  timeZone: string;
  /** Whether the operator has set it; otherwise a browser proposes its own at set-up. */
  isTimeZoneGiven: boolean;
  chapterSiteUrl: string;
  networkHubUrl: string;
  learningCentreUrl: string;
  localPlatformUrl: string;
};

export type Config = {
  host: string;
  port: number;
  dataDir: string;
  /** The operator's PostgreSQL; undefined for the embedded one in `dataDir`. */
  databaseUrl: string | undefined;
  /** Connects as the role that may change the schema, if different from the server's. */
  migrationDatabaseUrl: string | undefined;
  /** Through which requests reach the database, if not directly. */
  pooler: Pooler | undefined;
  publicUrl: string | undefined;
  /** Additional origins the browser app is served from. */
  appOrigins: readonly string[];
  secret: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  isDemo: boolean;
  isRateLimited: boolean;
  isBehindProxy: boolean;
  logLevel: string;
  /** The OIDC provider that people may sign in with. */
  oidc: OidcConfig | undefined;
  /** Issuers whose tokens the API accepts in addition to its own. */
  trustedIssuers: readonly TrustedIssuer[];
  chapter: ChapterDefaults;
};

type Options = { port?: string | undefined; data?: string | undefined; demo?: boolean | undefined };

export function readConfig(env: NodeJS.ProcessEnv, options: Options = {}): Config {
  return {
    host: env.HOST ?? 'localhost',
    port: readPort(options.port ?? env.PORT ?? '3000'),
    dataDir: options.data ?? env.HUB_DATA ?? './data',
    databaseUrl: readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    migrationDatabaseUrl: readUrl(env, 'MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:']),
    pooler: readPooler(env),
    publicUrl: readUrl(env, 'PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, ''),
    appOrigins: readOrigins(env.APP_ORIGINS ?? ''),
    secret: readSecret(env.HUB_SECRET),
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: env.MAIL_FROM ?? 'Chapter Hub <no-reply@localhost>',
    isDemo: options.demo ?? false,
    isRateLimited: env.RATE_LIMIT !== 'off',
    isBehindProxy: env.TRUST_PROXY === 'on',
    logLevel: readLogLevel(env.LOG_LEVEL || 'warn'),
    oidc: readOidc(env),
    trustedIssuers: readTrustedIssuers(env.TRUSTED_ISSUERS),
    chapter: {
      name: env.CHAPTER_NAME ?? 'San Diego',
      timeZone: readTimeZone(env.CHAPTER_TIME_ZONE),
      isTimeZoneGiven: env.CHAPTER_TIME_ZONE !== undefined,
      chapterSiteUrl:
        readUrl(env, 'CHAPTER_SITE_URL', ['https:', 'http:']) ?? 'https://chapter.example.org',
      networkHubUrl:
        readUrl(env, 'NETWORK_HUB_URL', ['https:', 'http:']) ?? 'https://hub.example.org',
      learningCentreUrl:
        readUrl(env, 'LEARNING_CENTRE_URL', ['https:', 'http:']) ?? 'https://learn.example.org',
      localPlatformUrl:
        readUrl(env, 'LOCAL_PLATFORM_URL', ['https:', 'http:']) ?? 'https://platform.example.org',
    },
  };
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new ConfigError(`The port must be a number from 0 to 65535, not "${text}"`);
  }
  return port;
}

function readUrl(env: NodeJS.ProcessEnv, name: string, protocols: string[]): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  const protocol = /^[a-z]+:/.exec(text)?.[0] ?? '';
  // The value may contain a password, so the message names only the variable.
  if (!protocols.includes(protocol)) {
    throw new ConfigError(`${name} must be a URL starting with ${protocols.join('// or ')}//`);
  }
  // Not for databases: their URLs may refer to a socket, which `URL` rejects.
  if (protocol.startsWith('http') && !URL.canParse(text)) {
    throw new ConfigError(`${name} must be a full URL such as https://hub.example.org`);
  }
  return text;
}

function readPooler(env: NodeJS.ProcessEnv): Pooler | undefined {
  const url = readUrl(env, 'POOLER_DATABASE_URL', ['postgres:', 'postgresql:']);
  if (url === undefined) return undefined;
  if (!env.DATABASE_URL) {
    throw new ConfigError(
      'POOLER_DATABASE_URL needs DATABASE_URL, the direct address of the same database',
    );
  }
  return { url, preparesByName: env.POOLER_PREPARED_STATEMENTS === 'on' };
}

function readOrigins(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((origin) => {
      if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
      throw new ConfigError(
        `APP_ORIGINS must be origins such as https://app.example.org, not "${origin}"`,
      );
    });
}

export const minSecretLength = 32;

function readSecret(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (text.length < minSecretLength)
    throw new ConfigError(`HUB_SECRET must have at least ${minSecretLength} characters`);
  return text;
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'];

function readLogLevel(text: string): string {
  if (logLevels.includes(text)) return text;
  throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}"`);
}

function readTimeZone(text: string | undefined): string {
  // The first use of any time zone takes 20 ms, which the default avoids at startup.
  if (text === undefined) return 'America/Los_Angeles';
  if (!isTimeZone(text))
    throw new ConfigError(`CHAPTER_TIME_ZONE is not an IANA time zone: "${text}"`);
  return text;
}
