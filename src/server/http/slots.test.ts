import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { createTestDatabase } from '#app/testing/database.ts';
import type { MemberCaller } from '#kit/caller.ts';
import { endpoint, noFields } from '#kit/endpoint.ts';
import { ok } from '#kit/result.ts';
import { connect } from '../database/db.ts';
import { newId } from '../database/ids.ts';
import { createApp } from './app.ts';

const picture = endpoint({
  method: 'GET',
  path: '/picture',
  tag: 'Slots',
  summary: 'Read a picture',
  policy: 'member',
  reply: noFields,
  replyType: 'image/*',
});
const work = endpoint({
  method: 'GET',
  path: '/work',
  tag: 'Slots',
  summary: 'Work',
  policy: 'member',
  reply: z.object({ most: z.int() }),
});

const caller: MemberCaller = {
  accountId: newId<'account'>(),
  memberId: newId(),
  chapterId: newId(),
  role: 'member',
  policy: 'open',
  eventPolicy: 'open',
  seesAllWallets: true,
  timeZone: 'UTC',
  hasUnexplainedFigures: false,
  isResting: false,
  snapshot: '',
};

test("a person's requests are worked on three at a time, also while pictures are on their way", async () => {
  const made = await createTestDatabase();
  const database = connect(made.appUrl);
  const sending = Promise.withResolvers<void>();
  let [now, most] = [0, 0];
  const { app } = await createApp({
    db: database.db,
    identify: async () => ok(caller),
    publicUrl: () => 'http://localhost',
    isSecure: false,
    appOrigins: [],
    isBehindProxy: false,
    logger: false,
    maxDelay: 0,
    limits: {
      findBrowser: () => undefined,
      isKnownDevice: () => false,
      countShared: async () => 0,
      giveBackShared: async () => {},
    },
    routes: (api) => {
      api.serveContent(picture, async () =>
        ok({ type: 'image/png', etag: '"1"', headers: {}, body: { size: 2, read } }),
      );
      api.serve(work, async () => {
        now += 1;
        most = Math.max(most, now);
        await new Promise((resolve) => setTimeout(resolve, 5));
        now -= 1;
        return ok({ most });
      });
    },
  });
  async function* read() {
    yield Buffer.from('a');
    await sending.promise;
    yield Buffer.from('b');
  }
  onTestFinished(async () => {
    sending.resolve();
    await app.close();
    await database.close();
    await made.drop();
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  for (let count = 0; count < 3; count += 1) {
    const [reply] = await once(get({ port, path: '/api/picture', agent: false }), 'response');
    expect(reply.statusCode).toBe(200);
  }
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => app.inject({ method: 'GET', url: '/api/work' })),
  );
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200));
  expect(most).toBe(3);
});
