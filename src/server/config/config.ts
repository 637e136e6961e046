/** All settings, read once from the environment and the command line. */
import { isTimeZone } from '#kit/time-zone.ts';
import type { Pooler } from '../database/db.ts';
import { type BucketAddress, readBucketAddress } from '../s3/bucket-address.ts';
import { type BackupConfig, readBackups } from './backup-config.ts';
import { ConfigError } from './config-error.ts';
import { readEnvironment } from './environment.ts';
import {
  type OidcConfig,
  readOidc,
  readTrustedIssuers,
  type TrustedIssuer,
} from './identity-config.ts';
import { readTracesConfig, type TracesConfig } from './traces-config.ts';
import { type Environment, formOf, type VariableName } from './variables.ts';

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
  /** A standby that reads which may lag are served from. */
  reportDatabaseUrl: string | undefined;
  publicUrl: string | undefined;
  /** Additional origins the browser app is served from. */
  appOrigins: readonly string[];
  secret: string | undefined;
  smtpUrl: string | undefined;
  mailFrom: string;
  backups: BackupConfig;
  isDemo: boolean;
  isRateLimited: boolean;
  isBehindProxy: boolean;
  logLevel: string;
  /** Where Prometheus reads metrics; nowhere if undefined. */
  metrics: { readonly host: string; readonly port: number } | undefined;
  /** What the files of a chapter may add up to. */
  maxFileBytes: number;
  /** Where their contents are kept; undefined for the database. */
  fileBucket: BucketAddress | undefined;
  /** Where traces of requests are sent; nowhere if undefined. */
  traces: TracesConfig | undefined;
  /** The OIDC provider that people may sign in with. */
  oidc: OidcConfig | undefined;
  /** Issuers whose tokens the API accepts in addition to its own. */
  trustedIssuers: readonly TrustedIssuer[];
  chapter: ChapterDefaults;
};

type Options = { port?: string | undefined; data?: string | undefined; demo?: boolean | undefined };

export function readDataDir(
  { HUB_DATA }: { readonly HUB_DATA?: string | undefined },
  { data }: Options,
): string {
  // Empty counts as unset, as in `readEnvironment`, which does not run before a command is noted.
  return data ?? (HUB_DATA?.trim() || './data');
}

/** Throws a `ConfigError` that names everything that is wrong, so that all errors are reported at once. */
export function readConfig(variables: NodeJS.ProcessEnv, options: Options = {}): Config {
  const { environment: env, problems } = readEnvironment(variables);
  const { config, wrong } = readAll({
    host: () => env.HOST ?? 'localhost',
    port: () => readPort('PORT', options.port ?? env.PORT ?? '3000'),
    dataDir: () => readDataDir(env, options),
    databaseUrl: () => readDatabaseUrl(env, 'DATABASE_URL'),
    migrationDatabaseUrl: () =>
      readOtherDatabaseUrl(env, 'MIGRATION_DATABASE_URL', 'the address of the same database'),
    pooler: () => readPooler(env),
    reportDatabaseUrl: () =>
      readOtherDatabaseUrl(env, 'REPORT_DATABASE_URL', 'whose standby it is'),
    publicUrl: () => readPublicUrl(env),
    appOrigins: () => readOrigins(env.APP_ORIGINS ?? ''),
    secret: () => readSecret(env.HUB_SECRET),
    smtpUrl: () => readMailServer(env),
    mailFrom: () => readSender(env.MAIL_FROM),
    backups: () => readBackups(env),
    isDemo: () => options.demo ?? false,
    isRateLimited: () => readSwitch(env, 'RATE_LIMIT', 'on'),
    isBehindProxy: () => readSwitch(env, 'TRUST_PROXY', 'off'),
    logLevel: () => readLogLevel(env.LOG_LEVEL ?? 'warn'),
    metrics: () => readMetrics(env, options.port ?? env.PORT),
    maxFileBytes: () => readMegabytes('FILES_LIMIT_MB', env.FILES_LIMIT_MB ?? '1024'),
    fileBucket: () =>
      env.FILES_S3_URL === undefined
        ? undefined
        : readBucketAddress('FILES_S3_URL', env.FILES_S3_URL),
    traces: () => readTracesConfig(env),
    oidc: () => readOidc(env),
    trustedIssuers: () => readTrustedIssuers(env.TRUSTED_ISSUERS),
    chapter: () => readChapterDefaults(env, options.demo ?? false),
  });
  const all = [...problems, ...wrong];
  if (all.length > 0) throw new ConfigError(all.join('\n'));
  return config;
}

/** Goes on after a wrong setting. What it leaves out is in `wrong`. */
function readAll(readers: { [name in keyof Config]: () => Config[name] }) {
  const wrong: string[] = [];
  const values = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read()] as const;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      wrong.push(error.message);
      return [name, undefined] as const;
    }
  });
  return { config: Object.fromEntries(values) as Config, wrong };
}

/** Only the demo links to sites that do not exist. */
function readChapterDefaults(env: Environment, isDemo: boolean): ChapterDefaults {
  const sample = (host: string) => (isDemo ? `https://${host}.example.org` : '');
  return {
    name: env.CHAPTER_NAME ?? 'San Diego',
    timeZone: readTimeZone(env.CHAPTER_TIME_ZONE),
    isTimeZoneGiven: env.CHAPTER_TIME_ZONE !== undefined,
    chapterSiteUrl: readWebUrl(env, 'CHAPTER_SITE_URL') ?? sample('chapter'),
    networkHubUrl: readWebUrl(env, 'NETWORK_HUB_URL') ?? sample('hub'),
    learningCentreUrl: readWebUrl(env, 'LEARNING_CENTRE_URL') ?? sample('learn'),
    localPlatformUrl: readWebUrl(env, 'LOCAL_PLATFORM_URL') ?? sample('platform'),
  };
}

/** On this machine alone unless a host is given: metrics ask for no password. */
function readMetrics(env: Environment, portOfApp = formOf('PORT')): Config['metrics'] {
  if (env.METRICS_PORT !== undefined) {
    if (env.METRICS_PORT === portOfApp && portOfApp !== '0')
      throw new ConfigError(
        `METRICS_PORT must be another port than PORT, such as ${formOf('METRICS_PORT')}`,
      );
    return {
      host: env.METRICS_HOST ?? '127.0.0.1',
      port: readPort('METRICS_PORT', env.METRICS_PORT),
    };
  }
  if (env.METRICS_HOST === undefined) return undefined;
  throw new ConfigError(
    `METRICS_HOST needs METRICS_PORT, such as METRICS_PORT=${formOf('METRICS_PORT')}`,
  );
}

function readPort(name: VariableName, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new ConfigError(
      `${name} must be a number from 0 to 65535 such as ${formOf(name)}, not "${text}"`,
    );
  }
  return port;
}

function readMegabytes(name: VariableName, text: string): number {
  const megabytes = Number(text);
  if (!/^\d{1,8}$/.test(text) || megabytes === 0) {
    throw new ConfigError(
      `${name} must be a whole number of megabytes such as ${formOf(name)}, not "${text}"`,
    );
  }
  return megabytes * 1024 * 1024;
}

function readDatabaseUrl(env: Environment, name: VariableName): string | undefined {
  return readUrl(env, name, ['postgres:', 'postgresql:']);
}

function readWebUrl(env: Environment, name: VariableName): string | undefined {
  const text = readUrl(env, name, ['http:', 'https:']);
  if (text === undefined || URL.canParse(text)) return text;
  throw new ConfigError(`${name} must be a full URL such as ${formOf(name)}`);
}

/** Links and cookies are of its origin: the app has no pages below a path. */
function readPublicUrl(env: Environment): string | undefined {
  const text = readWebUrl(env, 'PUBLIC_URL');
  if (text === undefined) return undefined;
  const { href, origin } = new URL(text);
  if (href.replace(/\/+$/, '') === origin) return origin;
  throw new ConfigError(
    `PUBLIC_URL must be a URL without a path, user or query, such as ${formOf('PUBLIC_URL')}`,
  );
}

/** What a password has of a URL's signs ends it early: another host would be asked. */
function readMailServer(env: Environment): string | undefined {
  const text = readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  const url = URL.parse(text ?? '');
  if (text === undefined || (url?.hostname && /^\/?$/.test(url.pathname) && !url.hash)) return text;
  throw new ConfigError(
    `SMTP_URL must be a URL such as ${formOf('SMTP_URL')}, in which special characters of the password are percent-encoded`,
  );
}

/** Unlike `URL`, accepts a database's URL that refers to a socket. */
function readUrl(env: Environment, name: VariableName, protocols: string[]): string | undefined {
  const text = env[name];
  if (text === undefined || protocols.includes(/^[a-z]+:/.exec(text)?.[0] ?? '')) return text;
  // The value may contain a password, so the message names only the variable.
  throw new ConfigError(
    `${name} must be a URL starting with ${protocols.join('// or ')}//, such as ${formOf(name)}`,
  );
}

/** Anything but these words would otherwise silently mean the other. */
function readSwitch(env: Environment, name: VariableName, byDefault: 'on' | 'off'): boolean {
  const text = env[name] ?? byDefault;
  if (text !== 'on' && text !== 'off')
    throw new ConfigError(`${name} must be on or off, not "${text}"`);
  return text === 'on';
}

/** Its name in quotation marks, because a colon or a comma in it would mean more addresses than one. */
function readSender(text = 'Chapter Hub <no-reply@localhost>'): string {
  if (/^[^<>\s@]+@[^<>\s@]+$/.test(text)) return text;
  const [, written, address] = /^([^<>@\p{Cc}]*)(<[^<>\s@]+@[^<>\s@]+>)$/u.exec(text) ?? [];
  const [, quoted] = /^"(.*)"$/.exec(written?.trim() ?? '') ?? [];
  const name = quoted?.replaceAll(/\\(.)/g, '$1') ?? written?.trim();
  if (address !== undefined)
    return `${name ? `"${name.replaceAll(/["\\]/g, '\\$&')}" ` : ''}${address}`;
  throw new ConfigError(
    `MAIL_FROM must be an address such as ${formOf('MAIL_FROM')}, not "${text}"`,
  );
}

/** Alone it would not apply: the server would serve an embedded database, which is empty. */
function readOtherDatabaseUrl(
  env: Environment,
  name: VariableName,
  relation: string,
): string | undefined {
  const url = readDatabaseUrl(env, name);
  if (url !== undefined && env.DATABASE_URL === undefined) {
    throw new ConfigError(
      `${name} needs DATABASE_URL, ${relation}, such as DATABASE_URL=${formOf('DATABASE_URL')}`,
    );
  }
  return url;
}

function readPooler(env: Environment): Pooler | undefined {
  const preparesByName = readSwitch(env, 'POOLER_PREPARED_STATEMENTS', 'off');
  const relation = 'the direct address of the same database';
  const url = readOtherDatabaseUrl(env, 'POOLER_DATABASE_URL', relation);
  if (url === undefined && preparesByName)
    throw new ConfigError(
      `POOLER_PREPARED_STATEMENTS needs POOLER_DATABASE_URL, such as POOLER_DATABASE_URL=${formOf('POOLER_DATABASE_URL')}`,
    );
  return url === undefined ? undefined : { url, preparesByName };
}

function readOrigins(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((origin) => {
      if (URL.canParse(origin) && new URL(origin).origin === origin) return origin;
      throw new ConfigError(
        `APP_ORIGINS must be origins such as ${formOf('APP_ORIGINS')}, not "${origin}"`,
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
    throw new ConfigError(
      `CHAPTER_TIME_ZONE must be an IANA time zone such as ${formOf('CHAPTER_TIME_ZONE')}, not "${text}"`,
    );
  return text;
}
