/**
 * Makes API calls in a member's name at a past time, without socket or token. A call made before an
 * interrupted start gets its stored reply and has no effect.
 */

import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { categoryRoutes } from '#features/events/server/categories/category-routes.ts';
import { eventRoutes } from '#features/events/server/routes.ts';
import { rsvpRoutes } from '#features/events/server/rsvp/rsvp-routes.ts';
import { expenseRoutes } from '#features/expenses/server/routes.ts';
import { countExpensesOfEvent } from '#features/expenses/server/store.ts';
import { fileCalls } from '#features/files/contract.ts';
import { fileRoutes } from '#features/files/server/routes.ts';
import { groupRoutes } from '#features/members/server/group-routes.ts';
import { documentRoutes } from '#features/resources/server/documents/document-routes.ts';
import { folderRoutes } from '#features/resources/server/documents/folder-routes.ts';
import { walletRoutes } from '#features/wallets/server/routes.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { type Id, toId, uuidV7 } from '#kit/id.ts';
import { ok } from '#kit/result.ts';
import { storageAdvice, storageTroubles } from '#server/checks/storage.ts';
import { CommandError } from '#server/config/command-error.ts';
import type { OpenDatabase } from '#server/database/open-database.ts';
import { createApp } from '#server/http/app.ts';
import { apiBase } from '#server/http/serve.ts';
import type { DemoChapter } from './chapter.ts';

type Sent<E extends Endpoint> = { params?: Record<string, string>; body?: z.output<E['body']> };

export type DemoClient = {
  call<E extends Endpoint>(
    by: Id<'member'>,
    at: Instant,
    endpoint: E,
    sent: Sent<E>,
  ): Promise<z.output<E['reply']>>;
  close(): Promise<void>;
};

export async function createDemoClient(
  { db }: OpenDatabase,
  chapter: DemoChapter,
): Promise<DemoClient> {
  let now: Instant = '1970-01-01T00:00:00.000Z';
  let calls = 0;
  let ids = 0;
  const caller = (memberId: Id<'member'>): MemberCaller => ({
    accountId: '',
    memberId,
    chapterId: chapter.id,
    role: 'admin',
    policy: 'open',
    seesAllWallets: true,
    timeZone: chapter.timeZone,
    hasUnexplainedFigures: false,
    isResting: false,
    snapshot: '',
  });
  const { app } = await createApp({
    db,
    identify: async ({ headers }) => ok(caller(toId(String(headers['x-demo-member'])))),
    publicUrl: () => 'http://localhost',
    isSecure: false,
    appOrigins: [],
    limits: undefined,
    isBehindProxy: false,
    logger: false,
    clock: () => now,
    // Seeded per call, so that ids do not depend on which calls an earlier start made.
    newId: () => {
      ids += 1;
      const random = createHash('sha256').update(`demo ${calls} ${ids}`).digest();
      return uuidV7(Temporal.Instant.from(now).epochMilliseconds, random);
    },
    routes: (api) => {
      eventRoutes(api, {
        countExpenses: countExpensesOfEvent,
        isDemo: true,
        sendsMail: false,
      });
      rsvpRoutes(api);
      categoryRoutes(api);
      walletRoutes(api);
      expenseRoutes(api);
      groupRoutes(api);
      fileRoutes(api, Number.POSITIVE_INFINITY);
      folderRoutes(api);
      documentRoutes(api);
    },
  });
  return {
    close: () => app.close(),
    async call<E extends Endpoint>(by: Id<'member'>, at: Instant, endpoint: E, sent: Sent<E>) {
      now = at;
      // A part that an earlier start sent is not sent again, and has no key.
      if (endpoint !== (fileCalls.sendPart as Endpoint)) calls += 1;
      ids = 0;
      const path = endpoint.path.replaceAll(
        /\{(\w+)\}/g,
        (_, name: string) => sent.params?.[name] ?? '',
      );
      const payload =
        sent.body === undefined ? undefined : z.encode(endpoint.body, sent.body as never);
      const reply = await app.inject({
        method: endpoint.method,
        url: apiBase + path,
        headers: {
          'x-demo-member': by,
          'idempotency-key': `demo-${calls}`,
          ...(endpoint.bodyType ? { 'content-type': endpoint.bodyType } : {}),
        },
        ...(payload === undefined ? {} : { payload: payload as object }),
      });
      if (reply.statusCode === 503) throw describeOutage(reply.json());
      if (reply.statusCode >= 400) {
        throw new Error(`the demo's ${endpoint.method} ${path} was refused: ${reply.body}`);
      }
      const value: unknown = reply.body === '' ? undefined : reply.json();
      return z.decode(endpoint.reply, value as never) as z.output<E['reply']>;
    },
  };
}

/** A full disk and the like are the operator's to mend. */
function describeOutage({ code, message }: { code: string; message: string }): CommandError {
  const trouble = storageTroubles.find((name) => name === code);
  const why = trouble ? storageAdvice[trouble] : message.replace(/\.$/, '');
  return new CommandError(
    `The demo could not be filled. ${why}. Started again, it goes on where it stopped.`,
  );
}
