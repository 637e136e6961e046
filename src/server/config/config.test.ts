import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { formOf, type VariableName, variableNames } from './variables.ts';

test('every setting has a working default', () => {
  expect(readConfig({})).toEqual({
    host: 'localhost',
    port: 3000,
    dataDir: './data',
    databaseUrl: undefined,
    migrationDatabaseUrl: undefined,
    pooler: undefined,
    reportDatabaseUrl: undefined,
    publicUrl: undefined,
    appOrigins: [],
    secret: undefined,
    smtpUrl: undefined,
    mailFrom: '"Chapter Hub" <no-reply@localhost>',
    backups: {
      folder: undefined,
      keep: { days: 7, weeks: 4, months: 12 },
      passphrase: undefined,
    },
    isDemo: false,
    isRateLimited: true,
    isBehindProxy: false,
    logLevel: 'warn',
    metrics: undefined,
    maxFileBytes: 1_024 * 1_024 * 1_024,
    fileBucket: undefined,
    traces: undefined,
    oidc: undefined,
    trustedIssuers: [],
    chapter: {
      name: 'San Diego',
      timeZone: 'America/Los_Angeles',
      isTimeZoneGiven: false,
      chapterSiteUrl: '',
      networkHubUrl: '',
      learningCentreUrl: '',
      localPlatformUrl: '',
    },
  });
});

test('the command line takes precedence over the environment', () => {
  const env = { PORT: '1', HUB_DATA: '/env' };
  expect(readConfig(env)).toMatchObject({ port: 1, dataDir: '/env', isDemo: false });
  const options = { port: '0', data: '/given', demo: true };
  expect(readConfig(env, options)).toMatchObject({ port: 0, dataDir: '/given', isDemo: true });
});

test('only the demo links to sites that do not exist', () => {
  expect(readConfig({}, { demo: true }).chapter).toMatchObject({
    chapterSiteUrl: 'https://chapter.example.org',
    networkHubUrl: 'https://hub.example.org',
  });
  const given = { CHAPTER_SITE_URL: 'https://san-diego.example' };
  expect(readConfig(given).chapter).toMatchObject({
    chapterSiteUrl: 'https://san-diego.example',
    networkHubUrl: '',
  });
});

test('origins are split at commas and spaces, and a trailing slash is removed', () => {
  const config = readConfig({
    APP_ORIGINS: 'https://a.example, http://b.example:8080',
    PUBLIC_URL: 'https://hub.example/',
  });
  expect(config.appOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
  expect(config.publicUrl).toBe('https://hub.example');
});

test('what stands around a value is not meant, except around a secret, and an address is its origin', () => {
  const secret = ` ${'x'.repeat(40)} `;
  const config = readConfig({
    PORT: ' 3001\r',
    HUB_DATA: ' ',
    TRUST_PROXY: 'on\r',
    PUBLIC_URL: 'https://Hub.example:443/ ',
    HUB_SECRET: secret,
  });
  expect(config).toMatchObject({ port: 3001, dataDir: './data', isBehindProxy: true });
  expect(config).toMatchObject({ publicUrl: 'https://hub.example', secret });
});

test.each([
  ['Chapter: Hub <hub@example.org>', '"Chapter: Hub" <hub@example.org>'],
  ['"Hub, Chapter" <hub@example.org>', '"Hub, Chapter" <hub@example.org>'],
  ['The O"Hub <hub@example.org>', '"The O\\"Hub" <hub@example.org>'],
  ['"The \\"Hub\\"" <hub@example.org>', '"The \\"Hub\\"" <hub@example.org>'],
  ['<hub@example.org>', '<hub@example.org>'],
  ['hub@example.org', 'hub@example.org'],
])('mail from %s is from one address', (MAIL_FROM, mailFrom) => {
  expect(readConfig({ MAIL_FROM }).mailFrom).toBe(mailFrom);
});

test('everything that is wrong is reported at once, a line each', () => {
  const env = {
    PORT: 'http',
    LOG_LEVEL: 'loud',
    OIDC_ISSUER: 'x',
    DATABSE_URL: 'postgresql://h/d',
  };
  const read = () => readConfig(env);
  expect(read).toThrow(ConfigError);
  for (const name of Object.keys(env)) expect(read).toThrow(new RegExp(`^${name} `, 'm'));
  expect(read).toThrow(/^[^\n]+(\n[^\n]+){3}$/);
});

function describeProblems(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}

const takingAnyText: readonly VariableName[] = [
  'HOST',
  'HUB_DATA',
  'BACKUP_DIR',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_NAME',
  'METRICS_HOST',
  'OTEL_SERVICE_NAME',
  'CHAPTER_NAME',
];

describe('an invalid setting is refused by the name of its variable', () => {
  test.each([
    ['BACKUP_KEEP', 'forever', 'BACKUP_KEEP'],
    ['BACKUP_PASSPHRASE', 'too short', 'BACKUP_PASSPHRASE'],
    ['BACKUP_S3_URL', 'https://k:s@s3.example.org/hub', 'needs BACKUP_DIR'],
    ['PORT', '65536', 'PORT'],
    ['PORT', '-1', 'PORT'],
    ['PORT', '3000x', 'PORT'],
    ['DATABASE_URL', 'mysql://localhost/hub', 'DATABASE_URL'],
    ['MIGRATION_DATABASE_URL', 'localhost', 'MIGRATION_DATABASE_URL'],
    ['POOLER_DATABASE_URL', 'localhost:6432', 'POOLER_DATABASE_URL'],
    ['REPORT_DATABASE_URL', 'standby:5432', 'REPORT_DATABASE_URL'],
    ['REPORT_DATABASE_URL', 'postgresql://hub@standby:5432/hub', 'needs DATABASE_URL'],
    ['POOLER_DATABASE_URL', 'postgresql://hub@localhost:6432/hub', 'needs DATABASE_URL'],
    ['MIGRATION_DATABASE_URL', 'postgresql://owner@localhost:5432/hub', 'needs DATABASE_URL'],
    ['OIDC_CLIENT_ID', 'chapter-hub', 'OIDC_CLIENT_ID needs OIDC_ISSUER'],
    ['OIDC_CLIENT_SECRET', 'hunter2', 'OIDC_CLIENT_SECRET needs OIDC_ISSUER'],
    ['OIDC_NAME', 'Harbor ID', 'OIDC_NAME needs OIDC_ISSUER'],
    ['OIDC_ALLOW', 'example.org', 'OIDC_ALLOW needs OIDC_ISSUER'],
    ['PUBLIC_URL', 'hub.example', 'PUBLIC_URL'],
    ['PUBLIC_URL', 'https://', 'PUBLIC_URL'],
    ['PUBLIC_URL', 'https://example.org/hub', 'without a path'],
    ['PUBLIC_URL', 'https://ann:word@hub.example', 'without a path'],
    ['SMTP_URL', 'smtp://', 'SMTP_URL'],
    ['SMTP_URL', 'smtp://hub:pa/ss@mail.example', 'percent-encoded'],
    ['SMTP_URL', 'smtp://hub:p@ss/word@mail.example', 'percent-encoded'],
    ['METRICS_PORT', '3000', 'METRICS_PORT must be another port than PORT'],
    ['MAIL_FROM', 'Hub\r\nBcc: Ann <ann@example.org>', 'MAIL_FROM'],
    ['POOLER_PREPARED_STATEMENTS', 'on', 'needs POOLER_DATABASE_URL'],
    ['APP_ORIGINS', 'https://a.example/app', 'APP_ORIGINS'],
    ['APP_ORIGINS', '*', 'APP_ORIGINS'],
    ['HUB_SECRET', 'x'.repeat(31), 'HUB_SECRET'],
    ['SMTP_URL', 'mail.example', 'SMTP_URL'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL'],
    ['FILES_LIMIT_MB', '0', 'FILES_LIMIT_MB'],
    ['CHAPTER_TIME_ZONE', 'Mars/Olympus', 'CHAPTER_TIME_ZONE'],
    ['CHAPTER_SITE_URL', 'javascript:alert(1)', 'CHAPTER_SITE_URL'],
    ['NETWORK_HUB_URL', 'ftp://hub.example', 'NETWORK_HUB_URL'],
    ['TRUST_PROXY', 'yes', 'TRUST_PROXY must be on or off'],
    ['RATE_LIMIT', 'false', 'RATE_LIMIT must be on or off'],
    ['POOLER_PREPARED_STATEMENTS', '1', 'POOLER_PREPARED_STATEMENTS must be on or off'],
    ['MAIL_FROM', 'Harbor', 'MAIL_FROM'],
    ['METRICS_PORT', 'on', 'METRICS_PORT'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'hunter2', 'OTEL_EXPORTER_OTLP_HEADERS'],
    ['METRICS_HOST', '0.0.0.0', 'METRICS_PORT'],
  ])('%s=%s', (name, value, message) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(message);
  });

  test('says the right form of each', () => {
    const database = 'postgresql://hub@localhost:5432/hub';
    const around: { [name in VariableName]?: Record<string, string> } = {
      BACKUP_S3_URL: { BACKUP_DIR: '/mnt/backups', BACKUP_PASSPHRASE: 'x'.repeat(20) },
      OIDC_ALLOW: { OIDC_ISSUER: 'https://id.example.org', OIDC_CLIENT_ID: 'chapter-hub' },
    };
    for (const name of variableNames.filter((one) => !takingAnyText.includes(one))) {
      const message = describeProblems({ DATABASE_URL: database, ...around[name], [name]: '*' });
      expect(message).toMatch(new RegExp(`^${name} must (be|have) .*$`));
      expect(message).toContain(formOf(name));
    }
  });

  test('but for a few, which take any text', () => {
    const needed = {
      METRICS_PORT: '9464',
      OIDC_ISSUER: 'https://id.example.org',
      OIDC_CLIENT_ID: 'chapter-hub',
    };
    for (const name of takingAnyText) readConfig({ ...needed, [name]: '*' });
  });

  test('says the right form of a setting that another one needs', () => {
    const idle = ['METRICS_HOST', 'POOLER_DATABASE_URL', 'OIDC_NAME', 'OIDC_ISSUER'] as const;
    const needed = ['METRICS_PORT', 'DATABASE_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_ID'] as const;
    idle.forEach((name, at) => {
      const other = needed[at] ?? expect.fail();
      const message = describeProblems({ [name]: formOf(name) });
      expect(message).toMatch(new RegExp(`^${name} needs ${other},.*$`));
      expect(message).toContain(`, such as ${other}=${formOf(other)}`);
    });
  });

  test('does not repeat values that may contain a password', () => {
    for (const name of ['DATABASE_URL', 'SMTP_URL', 'HUB_SECRET', 'OTEL_EXPORTER_OTLP_HEADERS']) {
      expect(() => readConfig({ [name]: 'x://u:hunter2@h' })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
      );
    }
  });
});
