/** Every environment variable the hub reads. A test compares them with the table in docs/settings.md. */

export type Variable = {
  /** An example of the right form, which messages show. */
  readonly form: string;
  /** Never repeated in a message, and also read from the file that `<name>_FILE` names. */
  readonly isSecret?: true;
};

const bucket = 'https://KEY:SECRET@s3.example.org/bucket/folder?region=us-east-1';
const database = 'postgresql://user:password@host:5432/database';

const variables = {
  PORT: { form: '3000' },
  HOST: { form: 'localhost' },
  HUB_DATA: { form: './data' },
  PUBLIC_URL: { form: 'https://hub.example.org' },
  APP_ORIGINS: { form: 'https://app.example.org' },
  DATABASE_URL: { form: database, isSecret: true },
  POOLER_DATABASE_URL: { form: database, isSecret: true },
  POOLER_PREPARED_STATEMENTS: { form: 'on or off' },
  REPORT_DATABASE_URL: { form: database, isSecret: true },
  MIGRATION_DATABASE_URL: { form: database, isSecret: true },
  HUB_SECRET: { form: 'at least 32 characters', isSecret: true },
  SMTP_URL: { form: 'smtps://user:password@mail.example.org', isSecret: true },
  MAIL_FROM: { form: 'Chapter Hub <hub@example.org>' },
  BACKUP_DIR: { form: '/mnt/backups' },
  BACKUP_KEEP: { form: '7d4w12m' },
  BACKUP_PASSPHRASE: { form: 'at least 20 characters', isSecret: true },
  BACKUP_S3_URL: { form: bucket, isSecret: true },
  OIDC_ISSUER: { form: 'https://id.example.org' },
  OIDC_CLIENT_ID: { form: 'chapter-hub' },
  OIDC_CLIENT_SECRET: { form: 'what the provider gave you', isSecret: true },
  OIDC_NAME: { form: 'Example' },
  OIDC_ALLOW: { form: 'ann@example.org, example.org' },
  TRUSTED_ISSUERS: {
    form: '[{"issuer":"https://id.example.org","audience":"chapter-hub","authorizedParties":["reports"]}]',
  },
  TRUST_PROXY: { form: 'on or off' },
  RATE_LIMIT: { form: 'on or off' },
  FILES_LIMIT_MB: { form: '1024' },
  FILES_S3_URL: { form: bucket, isSecret: true },
  LOG_LEVEL: { form: 'warn' },
  METRICS_PORT: { form: '9464' },
  METRICS_HOST: { form: '127.0.0.1' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { form: 'http://127.0.0.1:4318' },
  OTEL_EXPORTER_OTLP_HEADERS: { form: 'authorization=Basic%20…', isSecret: true },
  OTEL_SERVICE_NAME: { form: 'chapter-hub' },
  CHAPTER_NAME: { form: 'San Diego' },
  CHAPTER_TIME_ZONE: { form: 'America/Los_Angeles' },
  CHAPTER_SITE_URL: { form: 'https://chapter.example.org' },
  NETWORK_HUB_URL: { form: 'https://hub.example.org' },
  LEARNING_CENTRE_URL: { form: 'https://learn.example.org' },
  LOCAL_PLATFORM_URL: { form: 'https://platform.example.org' },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;
/** What is set; a test holds that nothing else is read. */
export type Environment = { readonly [name in VariableName]?: string };

export const variableNames = Object.keys(variables) as VariableName[];

export function formOf(name: VariableName): string {
  return variables[name].form;
}

export function describeVariable(name: VariableName): Variable {
  return variables[name];
}
