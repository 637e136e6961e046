/** The hub behind PgBouncer in transaction mode, which lends each transaction another connection. */
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expenseCalls } from '#features/expenses/contract.ts';
import { createBody, createScene, logExpense, toParams } from '#features/expenses/testing/scene.ts';
import { paymentCalls } from '#features/payments/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toDay } from '#kit/day.ts';
import { toId } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { type Config, readConfig } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { connect } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { migrate } from '#server/database/migrate.ts';
import { connectTo, migrateDatabase, openPlace } from '#server/database/open-database.ts';
import { requireRoleSettings, storeRoleSettings } from '#server/database/role-settings.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { createTestDatabase, withClient } from './database.ts';
import { startTestHub } from './hub.ts';
import { followsNames, hasPgBouncer, startPgBouncer } from './pgbouncer.ts';

const log = createLog('silent');
const fewConnections = 'default_pool_size = 3';
const followNames = 'max_prepared_statements = 500';

async function startBehindPooler(preparesByName: boolean) {
  const made = await createTestDatabase();
  await storeRoleSettings(made.appUrl);
  const settings = preparesByName ? `${fewConnections}\n${followNames}` : fewConnections;
  const bouncer = await startPgBouncer(made.appUrl, 'transaction', settings);
  const pooler = { url: bouncer.url, preparesByName };
  const hub = await startTestHub({ database: made, pooler });
  onTestFinished(async () => {
    await hub.close();
    await bouncer.close();
  });
  return { hub, bouncer };
}

describe
  .skipIf(!hasPgBouncer)
  .each([
    { way: 'without names', preparesByName: false },
    ...(followsNames ? [{ way: 'by name', preparesByName: true }] : []),
  ])('behind PgBouncer in transaction mode, $way', ({ preparesByName }) => {
  test('money is exact when many write at once through few connections', async () => {
    const { hub } = await startBehindPooler(preparesByName);
    const scene = await createScene(hub);
    const { ann, ben, cid } = scene;
    const wallets = await Promise.all(
      [ann, ben, cid].map(async (person) => {
        const body = { name: 'Travel', ownerId: person.memberId, currencyCode: 'USD' as const };
        return (await person.call(walletCalls.create, { body })).value();
      }),
    );
    const walletOf = (index: number) => wallets[index % wallets.length]?.id ?? toId<'wallet'>('');
    const addition = {
      userId: ann.memberId,
      transactionType: 'credit',
      amount: cents(101),
    } as const;
    const added = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        ann.call(walletCalls.addTransaction, {
          params: { walletId: walletOf(index) },
          body: { ...addition, description: `Number ${index % 30}`, metadataJson: '' },
          // Every intent twice.
          headers: { 'idempotency-key': `addition-${index % 30}` },
        }),
      ),
    );
    expect(added.map(({ status }) => status)).toEqual(Array(60).fill(201));
    const balances = (await ann.call(walletCalls.list))
      .value()
      .wallets.items.map(({ currentBalance }) => currentBalance);
    expect(balances).toEqual([cents(1010), cents(1010), cents(1010)]);

    const expenses = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        logExpense(scene, { title: `Dinner ${index}`, useWalletTransactions: true }),
      ),
    );
    const settled = await Promise.all(
      expenses
        .slice(0, 6)
        .flatMap((expense) =>
          [ann, ann].map((person) =>
            person.call(expenseCalls.settle, { params: toParams(expense) }),
          ),
        ),
    );
    expect(settled.map(({ status }) => status).toSorted()).toEqual([
      ...Array(6).fill(200),
      ...Array(6).fill(409),
    ]);
    const paid = await Promise.all(
      [ben, cid].map((person) =>
        ann.call(paymentCalls.record, {
          body: {
            fromMemberId: person.memberId,
            toMemberId: ann.memberId,
            amount: cents(2500),
            paidOn: toDay(Temporal.PlainDate.from('2026-01-20')),
            method: 'cash',
          },
        }),
      ),
    );
    expect(paid.map(({ status }) => status)).toEqual([201, 201]);
    expect(await hub.differences()).toEqual([]);
  });

  test('a read after an answered write sees it, and the end of a session works at once', async () => {
    const { hub } = await startBehindPooler(preparesByName);
    const scene = await createScene(hub);
    for (let round = 0; round < 20; round += 1) {
      const { id } = await logExpense(scene, { title: `Round ${round}` });
      const { expenses } = (await scene.ben.call(expenseCalls.list)).value();
      expect(expenses.items[0]?.id).toBe(id);
    }
    await sql`delete from auth.session where id = ${scene.ann.sessionId}`.execute(hub.db);
    expect((await scene.ann.call(expenseCalls.create, { body: createBody(scene) })).status).toBe(
      401,
    );
  });
});

describe.skipIf(!followsNames)('a pooler that follows names', () => {
  test('keeps each statement prepared on few connections, for all who send it', async () => {
    const { hub, bouncer } = await startBehindPooler(true);
    const scene = await createScene(hub);
    await Promise.all(Array.from({ length: 20 }, () => scene.ann.call(expenseCalls.list)));
    const database = connect(bouncer.url, { isPooled: true, preparesByName: true });
    onTestFinished(database.close);
    const { rows } = await database.pool.query<{ statement: string; count: number }>(
      `select statement, count(*)::integer as count from pg_prepared_statements group by statement`,
    );
    expect(rows).toContainEqual({ statement: expect.stringContaining('from "expense"'), count: 1 });
  });
});

describe.skipIf(!hasPgBouncer)('a pooler', () => {
  test.each([
    ['hub migrate', migrateDatabase],
    [
      'a start',
      async (config: Config) => {
        const { databaseUrl: appUrl = '', migrationDatabaseUrl: ownerUrl = '', pooler } = config;
        const place = { appUrl, ownerUrl, close: async () => {} };
        const opened = await openPlace(place, connectTo(place, log, pooler), log, { pooler });
        await opened.close();
      },
    ],
  ])('prepares anew after an upgrade by %s', async (_by, upgrade) => {
    const made = await createTestDatabase({ isMigrated: false });
    onTestFinished(made.drop);
    await migrate(made.ownerUrl, { log, appRole: APP_ROLE, upTo: 113 });
    await storeRoleSettings(made.appUrl);
    const settings = `default_pool_size = 1${followsNames ? `\n${followNames}` : ''}`;
    const bouncer = await startPgBouncer(made.appUrl, 'transaction', settings);
    const database = connect(bouncer.url, { isPooled: true, preparesByName: followsNames });
    onTestFinished(async () => {
      await database.close();
      await bouncer.close();
    });
    const readChapters = () =>
      database.pool.query('select * from chapter where id = $1', [newId<'chapter'>()]);
    const readPid = async () =>
      (await database.pool.query('select pg_backend_pid() as pid')).rows[0]?.pid;
    const { fields } = await readChapters();
    const first = await readPid();
    const config = readConfig({
      DATABASE_URL: made.appUrl,
      MIGRATION_DATABASE_URL: made.ownerUrl,
      POOLER_DATABASE_URL: bouncer.url,
    });
    // As a migration does.
    await withClient(made.ownerUrl, (client) =>
      client.query('alter table hub.chapter add column motto text'),
    );
    await upgrade(config, log);
    expect((await readChapters()).fields.length).toBeGreaterThan(fields.length);
    const second = await readPid();
    expect(second).not.toBe(first);
    // There is nothing to migrate now.
    await upgrade(config, log);
    expect(await readPid()).toBe(second);
  });

  test('limits and the schema come from the role, and connections without them are refused', async () => {
    const made = await createTestDatabase();
    onTestFinished(made.drop);
    const bouncer = await startPgBouncer(made.appUrl, 'transaction');
    const database = connect(bouncer.url, { isPooled: true, preparesByName: false });
    onTestFinished(async () => {
      await database.close();
      await bouncer.close();
    });
    await expect(requireRoleSettings(database.pool)).rejects.toThrow('statement_timeout');
    await storeRoleSettings(made.appUrl);
    // The connection from before still lacks them.
    await expect(requireRoleSettings(database.pool)).rejects.toThrow('RECONNECT');
    const other = await startPgBouncer(made.appUrl, 'transaction');
    const fresh = connect(other.url, { isPooled: true, preparesByName: false });
    onTestFinished(async () => {
      await fresh.close();
      await other.close();
    });
    await requireRoleSettings(fresh.pool);
  });
});
