/** Composes the server: database, identity and every feature. */

import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { NightlyBackups } from '#features/backups/server/nightly-backups.ts';
import { type BackupSummary, summarizeBackups } from '#features/backups/server/store.ts';
import { isInvitationMail } from '#features/chapters/server/invitations/invitation-mail.ts';
import { readMailChapter } from '#features/chapters/server/store.ts';
import { isChangeMail } from '#features/events/server/mail/queue-change-mails.ts';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { createBearerFinder } from '#features/identity/server/oidc/bearer-identity.ts';
import { createOidcService } from '#features/identity/server/oidc/oidc-service.ts';
import { identify } from '#features/identity/server/sessions/identify.ts';
import {
  createCallerFinder,
  probeLookup,
} from '#features/identity/server/sessions/identity-store.ts';
import { createLimitServices } from '#features/identity/server/sessions/limit-services.ts';
import { hasAccounts } from '#features/identity/server/shared/account-store.ts';
import { fullCost, type PasswordCost } from '#features/identity/server/shared/password.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { isNoticeMail } from '#features/notices/server/notice-mail.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Area } from '#server/area.ts';
import type { StorageWatch } from '#server/checks/storage.ts';
import type { Config } from '#server/config/config.ts';
import { createQuiet, type Log } from '#server/config/log.ts';
import type { Db } from '#server/database/db.ts';
import type { ReportDatabase } from '#server/database/report-database.ts';
import { createApp } from '#server/http/app.ts';
import type { Api } from '#server/http/serve.ts';
import type { Queue } from '#server/jobs/jobs.ts';
import { createMailer, readMailDomain } from '#server/mail/mail.ts';
import { mailQueue } from '#server/mail/mail-queue.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import type { MailAdmins } from './admin-alert.ts';
import { listAreas, noticeSources } from './areas.ts';
import { openFileBucket } from './file-bucket.ts';
import { type OperationServices, operationRoutes } from './operations.ts';

export type HubOptions = Omit<OperationServices, 'probe' | 'backups'> & {
  config: Config;
  db: Db;
  /** Backups need the rights of the tables' owner. */
  ownerUrl: string;
  mailAdmins?: MailAdmins;
  /** A standby for reports. */
  reports?: ReportDatabase | undefined;
  secret: string;
  /** `fullCost` but in tests of other things than passwords. */
  passwordCost?: PasswordCost | undefined;
  publicUrl: () => string;
  /** Whether the database contains a demo, whose sign-ins are then shown. */
  isDemo: boolean;
  logger: FastifyServerOptions['logger'];
  maxDelay?: number;
  storage: StorageWatch;
  /** The clock, for tests. */
  clock?: () => Instant;
  onError?: (message: string) => void;
};

/** Queues for mail, composed by the feature that queued it; none without a mail server. */
export async function mailQueues(
  config: Config,
  services: IdentityServices,
  log: Log,
  clock: () => Instant,
): Promise<Queue[]> {
  if (config.smtpUrl === undefined) return [];
  const [{ sendAccountMail }, { sendInvitationMail }, { sendChangeMail }, { sendNotice }] =
    await Promise.all([
      import('#features/identity/server/send-account-mail.ts'),
      import('#features/chapters/server/invitations/send-invitation-mail.ts'),
      import('#features/events/server/mail/send-change-mail.ts'),
      import('#features/notices/server/send-notice.ts'),
    ]);
  const { mailFrom } = config;
  const mailer = createMailer(config.smtpUrl, mailFrom, readMailDomain(services.publicUrl()));
  const { timeZone } = config.chapter;
  const mayWarn = createQuiet();
  const readChapter = readMailChapter;
  const sending = { services, mailer, mailFrom, log, mayWarn, clock };
  const work = { ...sending, timeZone, readChapter, noticeSources };
  return [
    {
      name: mailQueue,
      run: (job) => {
        if (isInvitationMail(job.data)) return sendInvitationMail(work, job);
        if (isNoticeMail(job.data)) return sendNotice(work, job);
        return isChangeMail(job.data) ? sendChangeMail(work, job) : sendAccountMail(work, job);
      },
    },
  ];
}

export type Hub = {
  app: FastifyInstance;
  api: Api;
  identity: IdentityServices;
  areas: readonly Area[];
  fileBucket: Bucket | undefined;
  /** What metrics report about backups. */
  askBackups: () => Promise<BackupSummary>;
};

export async function createHub(options: HubOptions): Promise<Hub> {
  const { config, db, isDemo } = options;
  const identity = createIdentity(options);
  const clock = options.clock ?? (() => toInstant(Temporal.Now.instant()));
  const backups = { isConfigured: config.backups.folder !== undefined, since: clock() };
  const fileBucket = await openFileBucket(config);
  const askBackups = async () => {
    const now = clock();
    // Until someone has set up the hub, none is made.
    const since = (await hasAccounts(db)) ? backups.since : now;
    return summarizeBackups(db, { ...backups, since }, now);
  };
  const areas = listAreas({
    identity,
    defaults: config.chapter,
    isDemo,
    maxFileBytes: config.maxFileBytes,
    backups: {
      nightly: planBackups(options, backups.since, fileBucket),
      routes: { ...backups, isDemo },
    },
  });
  const findCaller = createCallerFinder(db);
  const identifyServices = {
    ...identity,
    findBearer: createBearerFinder(db, config.trustedIssuers, findCaller),
  };
  const { app, api } = await createApp({
    db,
    reports: options.reports,
    identify: (request, endpoint) => identify(identifyServices, request, endpoint),
    publicUrl: options.publicUrl,
    isSecure: identity.isSecure,
    appOrigins: config.appOrigins,
    limits: config.isRateLimited ? createLimitServices(identity) : undefined,
    isBehindProxy: config.isBehindProxy,
    fileBucket,
    maxDelay: options.maxDelay,
    ...(options.clock ? { clock: options.clock } : {}),
    logger: options.logger,
    storage: options.storage,
    routes: (api) => {
      operationRoutes(api, {
        ...options,
        probe: () => probeLookup(findCaller),
        backups: askBackups,
      });
      for (const area of areas) area.addRoutes(api);
    },
  });
  return { app, api, identity, areas, fileBucket, askBackups };
}

function planBackups(
  { config, db, ownerUrl, secret, mailAdmins = async () => {} }: HubOptions,
  since: Instant,
  fileBucket: Bucket | undefined,
): NightlyBackups | undefined {
  const { folder, keep, passphrase, bucket } = config.backups;
  if (folder === undefined) return undefined;
  const encryption = passphrase === undefined ? undefined : { passphrase, secret };
  const { timeZone } = config.chapter;
  const readElsewhere = copyContents(fileBucket);
  const embeddedIn = config.databaseUrl === undefined ? config.dataDir : undefined;
  const saved = { ownerUrl, embeddedIn, folder, keep, timeZone, encryption, bucket, readElsewhere };
  return { ...saved, since, mailAdmins, isInUse: () => hasAccounts(db) };
}

/** Only identity, for commands that need no server. */
export function createIdentity({
  config,
  db,
  secret,
  passwordCost = fullCost,
  publicUrl,
  onError,
}: Pick<
  HubOptions,
  'config' | 'db' | 'secret' | 'passwordCost' | 'publicUrl' | 'onError'
>): IdentityServices {
  return {
    db,
    secret,
    passwordCost,
    publicUrl,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    sendsMail: config.smtpUrl !== undefined,
    oidc: config.oidc && createOidcService(config.oidc, publicUrl, onError),
  };
}
