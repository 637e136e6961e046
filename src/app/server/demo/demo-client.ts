/** Makes API calls in a member's name at a past time, without socket or token. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { duesRoutes } from '#features/dues/server/routes.ts';
import { categoryRoutes } from '#features/events/server/categories/category-routes.ts';
import { eventRoutes } from '#features/events/server/routes.ts';
import { rsvpRoutes } from '#features/events/server/rsvp/rsvp-routes.ts';
import { expenseRoutes } from '#features/expenses/server/routes.ts';
import { countExpensesOfEvent } from '#features/expenses/server/store.ts';
import { fileRoutes } from '#features/files/server/routes.ts';
import { groupRoutes } from '#features/members/server/group-routes.ts';
import { recordOutsidePayments } from '#features/payments/server/record-batch.ts';
import { paymentRoutes } from '#features/payments/server/routes.ts';
import { documentRoutes } from '#features/resources/server/documents/document-routes.ts';
import { folderRoutes } from '#features/resources/server/documents/folder-routes.ts';
import { walletRoutes } from '#features/wallets/server/routes.ts';
import type { MemberCaller } from '#kit/caller.ts';
import type { Instant } from '#kit/day.ts';
import type { Endpoint } from '#kit/endpoint.ts';
import { type Id, toId, uuidV7 } from '#kit/id.ts';
import { ok } from '#kit/result.ts';
import type { Db } from '#server/database/db.ts';
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
};

export type DemoClients = {
  /**
   * Its calls have numbers from `first` on, one after the other. The ids that a call makes depend on its number
   * alone, so that any number of clients may call at the same time.
   */
  from(first: number): DemoClient;
  close(): Promise<void>;
};

type Call = { readonly at: Instant; readonly number: number; ids: number };

export async function createDemoClients(db: Db, chapter: DemoChapter): Promise<DemoClients> {
  const calls = new AsyncLocalStorage<Call>();
  const current = (): Call => {
    const call = calls.getStore();
    if (call === undefined) throw new Error('the demo has a time only during a call');
    return call;
  };
  const caller = (memberId: Id<'member'>): MemberCaller => ({
    accountId: '',
    memberId,
    chapterId: chapter.id,
    role: 'admin',
    policy: 'open',
    eventPolicy: 'open',
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
    // What is asked at the same time is answered at the same time, however long it takes.
    maxDelay: 0,
    clock: () => current().at,
    newId: () => {
      const call = current();
      call.ids += 1;
      const random = createHash('sha256').update(`demo ${call.number} ${call.ids}`).digest();
      return uuidV7(Temporal.Instant.from(call.at).epochMilliseconds, random);
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
      expenseRoutes(api, { recordOutsidePayments });
      paymentRoutes(api);
      duesRoutes(api);
      groupRoutes(api);
      fileRoutes(api, Number.POSITIVE_INFINITY);
      folderRoutes(api);
      documentRoutes(api);
    },
  });
  async function send<E extends Endpoint>(
    by: Id<'member'>,
    endpoint: E,
    sent: Sent<E>,
  ): Promise<z.output<E['reply']>> {
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
        ...(endpoint.bodyType ? { 'content-type': endpoint.bodyType } : {}),
      },
      ...(payload === undefined ? {} : { payload: payload as object }),
    });
    if (reply.statusCode >= 400) {
      throw new Error(`the demo's ${endpoint.method} ${path} was refused: ${reply.body}`);
    }
    const value: unknown = reply.body === '' ? undefined : reply.json();
    return z.decode(endpoint.reply, value as never) as z.output<E['reply']>;
  }
  return {
    close: () => app.close(),
    from: (first) => {
      let number = first - 1;
      return {
        call(by, at, endpoint, sent) {
          number += 1;
          return calls.run({ at, number, ids: 0 }, () => send(by, endpoint, sent));
        },
      };
    },
  };
}
