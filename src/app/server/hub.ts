/** Puts the hub together: one database, one identity service, every feature's routes. */

import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { auditRoutes } from '#features/audit/server/routes.ts';
import { firstChapterLinks } from '#features/chapters/server/chapter-store.ts';
import { isInvitationMail } from '#features/chapters/server/invitations/invitation-mail.ts';
import { joinByIdentity } from '#features/chapters/server/invitations/join-by-identity.ts';
import { chapterRoutes } from '#features/chapters/server/routes.ts';
import { eventRoutes } from '#features/events/server/routes.ts';
import { attendanceRoutes } from '#features/events/server/rsvp/attendance.ts';
import { giveUpPlaces } from '#features/events/server/rsvp/rsvp-leaving.ts';
import { rsvpRoutes } from '#features/events/server/rsvp/rsvp-routes.ts';
import { createMainCalendar } from '#features/events/server/store.ts';
import { expenseRoutes } from '#features/expenses/server/routes.ts';
import { countExpensesOfEvent } from '#features/expenses/server/store.ts';
import { identityRoutes } from '#features/identity/server/routes.ts';
import { identify } from '#features/identity/server/sessions/identify.ts';
import {
  type AuthServices,
  createAuthServices,
} from '#features/identity/server/shared/services.ts';
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
  mostDelay?: number;
  /** What time it is, where a test says so. */
  clock?: () => Instant;
  onError?: (message: string) => void;
};

/** What sends the queued mails, each by the feature that queued it; none without a mail server. */
export async function mailQueues(
  services: AuthServices,
  log: Log,
  clock: () => Instant,
): Promise<Queue[]> {
  const { mailer } = services;
  if (!mailer) return [];
  const [{ sendAccountMail }, { sendInvitationMail }] = await Promise.all([
    import('#features/identity/server/send-account-mail.ts'),
    import('#features/chapters/server/invitations/send-invitation-mail.ts'),
  ]);
  const work = { services, mailer, log, clock };
  return [
    {
      name: mailQueue,
      run: (job) =>
        isInvitationMail(job.data) ? sendInvitationMail(work, job) : sendAccountMail(work, job),
    },
  ];
}

export type Hub = { app: FastifyInstance; api: Api; auth: AuthServices };

export async function createHub(options: HubOptions): Promise<Hub> {
  const { config, db } = options;
  const auth = createHubAuth(options);
  const { app, api } = await createApp({
    db,
    identify: (request, endpoint) => identify(auth, request, endpoint),
    publicUrl: options.publicUrl,
    isSecure: auth.isSecure,
    appOrigins: config.appOrigins,
    isRateLimited: config.isRateLimited,
    isBehindProxy: config.isBehindProxy,
    mostDelay: options.mostDelay,
    ...(options.clock ? { clock: options.clock } : {}),
    logger: options.logger,
    routes: (api) => {
      operationRoutes(api, options);
      identityRoutes(api, auth);
      chapterRoutes(api, auth);
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
  return { app, api, auth };
}

/** Identity alone, for commands that need no server. */
export function createHubAuth(
  options: Omit<HubOptions, 'logger' | keyof OperationServices>,
): AuthServices {
  const { config, db, secret, publicUrl, isDemo, onError } = options;
  return createAuthServices({
    db,
    secret,
    publicUrl,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    chapterDefaults: config.chapter,
    mailer:
      config.smtpUrl === undefined
        ? undefined
        : createMailer(config.smtpUrl, config.mailFrom, mailDomain(publicUrl())),
    hostedConfig: config.hosted,
    trustedIssuers: config.trustedIssuers,
    demoSignIns: isDemo ? demoSignIns : [],
    prepareChapter: createMainCalendar,
    findFirstLinks: firstChapterLinks,
    joinByIdentity,
    ...(onError ? { onError } : {}),
  });
}

function mailDomain(publicUrl: string): string {
  return URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost';
}
