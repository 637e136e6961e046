/** The whole hub on a damaged database: what operators and people see, on two servers at once. */

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Id } from '#kit/id.ts';
import { testId } from '#kit/testing/test-id.ts';
import { newId } from '#server/database/ids.ts';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import { runHub, startHub, stop } from '../hub-process.ts';
import { query } from './count-writes.ts';
import { type CrashHub, makeCrashHub } from './crash-hub.ts';

const memo = 'Flowers for the wake';

let hub: CrashHub;

beforeAll(async () => {
  hub = await makeCrashHub();
});
afterAll(() => hub?.removeDataDir());

test('a start on damaged figures reports it and suspends money until it is explained', async () => {
  const [walletId = testId<'wallet'>('none')] = hub.wallets;
  const transaction = await post(hub.current().url, walletId);
  expect(transaction.status).toBe(201);
  await stop(hub.current());

  // The server that starts on the damage finds it; another, on the same database, knows as well.
  const first = await hub.start();
  expect(await reconciliation(first.url)).toBe('exact');
  await damage(walletId, 100);
  const second = await secondServer();
  await expect.poll(() => second.stderr()).toMatch(/Money operations are suspended/);
  for (const { url } of [first, second]) {
    expect(await readiness(url)).toMatchObject([
      200,
      { status: 'ready', storage: 'fine', ...differing },
    ]);
    expect(await post(url, walletId)).toMatchObject({ status: 503, code: 'figures_differ' });
    expect((await get(url, `/wallets/${walletId}`)).status).toBe(200);
  }
  const logged = second
    .stderr()
    .split('\n')
    .filter((line) => line.includes('Figures do not add up'));
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { check: differing.checks[0], subjectId: walletId, expected: '10 in 1', actual: '110 in 1' },
    { check: differing.checks[1] },
    { check: differing.checks[2], subjectId: walletId, expected: '10 at 1', actual: '110 at 1' },
  ]);
  expect(second.stderr()).not.toMatch(new RegExp(`${memo}|example\\.org`));

  expect(await reconcile()).toMatchObject({ code: 1, stdout: matching(/\n3 differences\n$/) });
  expect(await post(first.url, walletId)).toMatchObject({ status: 503 });
  expect(await reconcile('--explain', ' ')).toMatchObject({
    code: 1,
    stderr: matching(/^Give a reason/),
  });
  expect(await reconcile('--explain', 'The bank says so')).toMatchObject({
    code: 0,
    stdout: matching(/\n3 differences\n3 explained\. Money operations are resumed\.\n$/),
  });
  for (const { url } of [first, second]) {
    expect(await readiness(url)).toMatchObject([200, { reconciliation: 'explained' }]);
    expect(await post(url, walletId)).toMatchObject({ status: 201 });
  }

  expect(await reconcile()).toMatchObject({ code: 1, stdout: matching(/ \(explained\)\n/) });

  // Money moved on top of what was damaged: the chain of entries has a break of its own now.
  await damage(walletId, 1);
  await stop(second);
  const third = await secondServer();
  expect(await reconciliation(third.url)).toBe('differs');
  expect(await post(first.url, walletId)).toMatchObject({ status: 503, code: 'figures_differ' });
  expect(await reconcile('--explain', 'Once more')).toMatchObject({ code: 0 });
  expect(await post(first.url, walletId)).toMatchObject({ status: 201 });

  // What an operator finds by hand stops the money as well, and what is repaired lets it go.
  expect(
    await reconcile('--explain', 'The breaks that the postings since have left'),
  ).toMatchObject({
    code: 0,
  });
  const [, other = testId<'wallet'>('none')] = hub.wallets;
  await damage(other, 7);
  expect(await reconcile()).toMatchObject({ code: 1 });
  expect(await post(first.url, other)).toMatchObject({ status: 503 });
  await damage(other, -7);
  await reconcile();
  expect(await post(first.url, other)).toMatchObject({ status: 201 });
});

const matching = (pattern: RegExp) => expect.stringMatching(pattern) as string;

const differing = {
  reconciliation: 'differs',
  differences: 3,
  checks: [
    'balance equals its visible transactions',
    'standings and the chapter add up to zero',
    'stored balance equals its entries',
  ],
};

async function damage(walletId: Id<'wallet'>, cents: number): Promise<void> {
  await query(
    hub.dataDir,
    `begin; set local session_replication_role = replica;
     update hub.ledger_account set balance_cents = balance_cents + ${cents} where wallet_id = '${walletId}';
     commit`,
  );
}

/** Beside the first, on its database, as behind a load balancer. */
async function secondServer() {
  const running = await findEmbeddedPostgres(hub.dataDir);
  const server = await startHub(hub.dataDir, [], {
    DATABASE_URL: running?.appUrl,
    MIGRATION_DATABASE_URL: running?.ownerUrl,
  });
  onTestFinished(() => void stop(server));
  return server;
}

async function reconcile(...args: string[]) {
  const command = runHub(['reconcile', '--data', hub.dataDir, ...args]);
  const { code } = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

async function readiness(url: string) {
  const reply = await fetch(`${url}/api/ready`);
  return [reply.status, (await reply.json()) as { reconciliation: string }] as const;
}

/** What a server says once it has checked. */
async function reconciliation(url: string): Promise<string> {
  const readState = async () => (await readiness(url))[1].reconciliation;
  await expect.poll(readState).not.toBe('pending');
  return readState();
}

function get(url: string, path: string) {
  return fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${hub.token}` } });
}

async function post(url: string, walletId: Id<'wallet'>) {
  const body = {
    userId: hub.members[0],
    transactionType: 'credit',
    amount: 0.1,
    description: memo,
  };
  const reply = await fetch(`${url}/api/wallets/${walletId}/transactions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hub.token}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    },
    body: JSON.stringify(body),
  });
  const { code } = (await reply.json()) as { code?: string };
  return { status: reply.status, code };
}
