/** Puts the hub together: one database, one identity service, every feature's routes. */

import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { auditRoutes } from '#features/audit/server/routes.ts';
import { isInvitationMail } from '#features/chapters/server/invitations/invitation-mail.ts';
import { joinByIdentity } from '#features/chapters/server/invitations/join-by-identity.ts';
import { chapterRoutes } from '#features/chapters/server/routes.ts';
import { viewSetUp } from '#features/chapters/server/set-up.ts';
import { eventRoutes } from '#features/events/server/routes.ts';
import { attendanceRoutes } from '#features/events/server/rsvp/attendance.ts';
import { giveUpPlaces } from '#features/events/server/rsvp/rsvp-leaving.ts';
import { rsvpRoutes } from '#features/events/server/rsvp/rsvp-routes.ts';
import { createMainCalendar } from '#features/events/server/store.ts';
import { expenseRoutes } from '#features/expenses/server/routes.ts';
import { countExpensesOfEvent } from '#features/expenses/server/store.ts';
import { createBearerFinder } from '#features/identity/server/oidc/bearer-identity.ts';
import { createOidcService } from '#features/identity/server/oidc/oidc-service.ts';
import { identityRoutes } from '#features/identity/server/routes.ts';
import { identify } from '#features/identity/server/sessions/identify.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { memberRoutes } from '#features/members/server/routes.ts';
import { resourceRoutes } from '#features/resources/server/routes.ts';
import { walletRoutes } from '#features/wallets/server/routes.ts';
import type { Instant } from '#kit/day.ts';
import type { Config } from '#server/config/config.ts';
import type { Log } from '#server/config/log.ts';
import type { Db } from '#server/database/db.ts';
import { createApp } from '#server/http/app.ts';
import type { Api } from '#server/http/serve.ts';
import type { Queue } from '#server/jobs/jobs.ts';
import { createMailer } from '#server/mail/mail.ts';
import { mailQueue } from '#server/mail/mail-queue.ts';
import { demoSignIns } from './demo/people.ts';
import { type OperationServices, operationRoutes } from './operations.ts';

export type HubOptions = OperationServices & {
  config: Config;
  db: Db;
  secret: string;
  publicUrl: () => string;
  /** Whether this database holds a demo: only then are its sign-ins shown. */
  isDemo: boolean;
  logger: FastifyServerOptions['logger'];
  maxDelay?: number;
  /** What time it is, where a test says so. */
  clock?: () => Instant;
  onError?: (message: string) => void;
};

/** What sends the queued mails, each by the feature that queued it; none without a mail server. */
export async function mailQueues(
  config: Config,
  services: IdentityServices,
  log: Log,
  clock: () => Instant,
): Promise<Queue[]> {
  if (config.smtpUrl === undefined) return [];
  const [{ sendAccountMail }, { sendInvitationMail }] = await Promise.all([
    import('#features/identity/server/send-account-mail.ts'),
    import('#features/chapters/server/invitations/send-invitation-mail.ts'),
  ]);
  const mailer = createMailer(config.smtpUrl, config.mailFrom, mailDomain(services.publicUrl()));
  const work = { services, mailer, log, clock, timeZone: config.chapter.timeZone };
  return [
    {
      name: mailQueue,
      run: (job) =>
        isInvitationMail(job.data) ? sendInvitationMail(work, job) : sendAccountMail(work, job),
    },
  ];
}

function mailDomain(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost';
}

export type Hub = { app: FastifyInstance; api: Api; identity: IdentityServices };

export async function createHub(options: HubOptions): Promise<Hub> {
  const { config, db, isDemo } = options;
  const { chapter: defaults } = config;
  const identity = createIdentity(options);
  const identifyServices = {
    ...identity,
    findBearer: createBearerFinder(db, config.trustedIssuers),
  };
  const { app, api } = await createApp({
    db,
    identify: (request, endpoint) => identify(identifyServices, request, endpoint),
    publicUrl: options.publicUrl,
    isSecure: identity.isSecure,
    appOrigins: config.appOrigins,
    isRateLimited: config.isRateLimited,
    isBehindProxy: config.isBehindProxy,
    maxDelay: options.maxDelay,
    ...(options.clock ? { clock: options.clock } : {}),
    logger: options.logger,
    routes: (api) => {
      operationRoutes(api, options);
      identityRoutes(api, identity, {
        readSignedOutInfo: async () => ({
          ...(await viewSetUp(db, defaults)),
          demoSignIns: isDemo ? [...demoSignIns] : [],
        }),
        joinByIdentity,
      });
      chapterRoutes(api, identity, { defaults, prepareChapter: createMainCalendar });
      memberRoutes(api, giveUpPlaces);
      eventRoutes(api, countExpensesOfEvent);
      rsvpRoutes(api);
      attendanceRoutes(api);
      walletRoutes(api);
      expenseRoutes(api);
      resourceRoutes(api);
      auditRoutes(api);
    },
  });
  return { app, api, identity };
}

/** Identity alone, for commands that need no server. */
export function createIdentity({
  config,
  db,
  secret,
  publicUrl,
  onError,
}: Pick<HubOptions, 'config' | 'db' | 'secret' | 'publicUrl' | 'onError'>): IdentityServices {
  return {
    db,
    secret,
    publicUrl,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    sendsMail: config.smtpUrl !== undefined,
    oidc: config.oidc && createOidcService(config.oidc, publicUrl, onError),
  };
}
