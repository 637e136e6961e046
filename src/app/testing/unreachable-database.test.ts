/**
 * A server whose database can't be reached, while members read and write: the longest and every kind of
 * fault in `npm run soak`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Id } from '#kit/id.ts';
import { newId } from '#server/database/ids.ts';
import { amountOf, tier } from './amounts.ts';
import { type Fault, faults, startFaultyProxy } from './faulty-proxy.ts';
import { startTestHub, type TestHub, type TestPerson, testSecret } from './hub.ts';
import { type HubProcess, startHub, stop } from './hub-process.ts';

const outageSeconds = amountOf('outage-seconds');
const maxRecoverySeconds = 5;
/** The server itself waits for at most 7 s for an answer, and 5 s for a connection. */
const maxReplySeconds = 15;
const writers = 4;

const folder = mkdtempSync(join(tmpdir(), 'chapter-hub-outage-'));
let hub: TestHub;
let server: HubProcess;
let proxy: Awaited<ReturnType<typeof startFaultyProxy>>;
let maya: TestPerson;
let walletId: Id<'wallet'>;

beforeAll(async () => {
  hub = await startTestHub();
  maya = await (await hub.chapter()).person('Maya Chen', 'treasurer');
  const wallet = await maya.call(walletCalls.create, {
    body: { name: 'Purse', ownerId: maya.memberId, currencyCode: 'USD' },
  });
  walletId = wallet.value().id;
  proxy = await startFaultyProxy(hub.database.appUrl);
  server = await startHub(folder, [], {
    DATABASE_URL: proxy.url,
    HUB_SECRET: testSecret,
    LOG_LEVEL: 'silent',
  });
});
afterAll(async () => {
  if (server) expect((await stop(server)).code).toBe(0);
  proxy?.close();
  await hub?.close();
  rmSync(folder, { recursive: true });
});

type Answer = {
  readonly at: number;
  readonly seconds: number;
  readonly status: number;
  readonly retryAfter: string | null;
};

async function ask(answers: Answer[], path: string, init: RequestInit = {}): Promise<number> {
  const begun = performance.now();
  const reply = await fetch(`${server.url}/api${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${maya.token}`,
      'content-type': 'application/json',
      ...init.headers,
    },
  });
  await reply.text();
  const at = performance.now();
  const retryAfter = reply.headers.get('retry-after');
  answers.push({ at, seconds: (at - begun) / 1_000, status: reply.status, retryAfter });
  return reply.status;
}

/** Deposits a dollar again and again; each is sent with the same key until it is acknowledged. */
async function deposit(answers: Answer[], isOver: () => boolean): Promise<number> {
  for (let acknowledged = 0; ; acknowledged += 1) {
    if (isOver()) return acknowledged;
    const headers = { 'idempotency-key': newId() };
    const body = JSON.stringify({
      userId: maya.memberId,
      transactionType: 'credit',
      amount: 1,
      description: 'Deposit',
    });
    while (
      (await ask(answers, `/wallets/${walletId}/transactions`, {
        method: 'POST',
        headers,
        body,
      })) !== 201
    ) {
      await sleep(100);
    }
  }
}

async function read(answers: Answer[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await ask(answers, `/wallets/${walletId}`);
    await sleep(50);
  }
}

/** Past the proxy. */
async function readBalance(): Promise<number> {
  return (await maya.call(walletCalls.detail, { params: { walletId } })).value().currentBalance;
}

test.each(faults)(
  'while the connection %s, replies are 503 with Retry-After, and nothing is lost or doubled',
  async (fault: Fault) => {
    const before = await readBalance();
    const answers: Answer[] = [];
    let isOver = false;
    const work = Promise.all([
      read(answers, () => isOver),
      ...Array.from({ length: writers }, () => deposit(answers, () => isOver)),
    ]);
    await sleep(500);
    proxy.begin(fault);
    await sleep(outageSeconds * 1_000);
    proxy.mend();
    const mendedAt = performance.now();
    const recoveredAt = (status: number) =>
      answers.find((answer) => answer.status === status && answer.at > mendedAt)?.at ??
      Number.POSITIVE_INFINITY;
    const recovery = () => (Math.max(recoveredAt(200), recoveredAt(201)) - mendedAt) / 1_000;
    await expect
      .poll(recovery, { timeout: maxRecoverySeconds * 1_000 })
      .toBeLessThan(maxRecoverySeconds);
    isOver = true;
    const [, ...counts] = await work;

    const failed = answers.filter(({ status }) => status >= 400);
    if (fault !== 'delays') expect(failed.length).toBeGreaterThan(0);
    for (const { status, retryAfter } of failed) expect([status, retryAfter]).toEqual([503, '1']);
    expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(maxReplySeconds);
    const acknowledged = counts.reduce((sum, count) => sum + count, 0);
    expect(await readBalance()).toBe(before + acknowledged * 100);
    expect(await hub.differences()).toEqual([]);
    if (tier === 'soak') {
      process.stdout.write(
        `${fault} for ${outageSeconds} s: ${answers.length} requests, ${failed.length} refused, ${acknowledged} deposits, again after ${recovery().toFixed(2)} s\n`,
      );
    }
  },
);
