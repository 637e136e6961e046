/** Reports from a real standby that lags, and everything else from where it is written. */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { auditCalls } from '#features/audit/contract.ts';
import { expenseCalls } from '#features/expenses/contract.ts';
import { createScene, logExpense, type Scene } from '#features/expenses/testing/scene.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { type Id, toId } from '#kit/id.ts';
import { ok } from '#kit/result.ts';
import { sealAudit } from '../audit/audit-chain.ts';
import { APP_ROLE } from '../postgres/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { connect, type Db } from './db.ts';
import { migrate } from './migrate.ts';
import { openReportDatabase } from './report-database.ts';

const log = { info: () => {}, warn: () => {} };
const lagSeconds = 4;

/** A primary and a standby that applies everything so much later. */
async function startPair(): Promise<{ primary: EmbeddedPostgres; standby: EmbeddedPostgres }> {
  const folder = await temporaryFolder();
  const [one, two] = [join(folder, 'one'), join(folder, 'two')];
  const empty = await startEmbeddedPostgres({ dataDir: one, log });
  await migrate(empty.ownerUrl, { log, appRole: APP_ROLE });
  await empty.stop();
  await mkdir(two, { mode: 0o755 });
  // With its owner, whom PostgreSQL runs as.
  execFileSync('cp', ['-a', join(one, 'postgres'), two]);
  await writeFile(join(two, 'postgres', 'standby.signal'), '');
  const primary = await startEmbeddedPostgres({ dataDir: one, log });
  const standby = await startEmbeddedPostgres({
    dataDir: two,
    log,
    settings: {
      primary_conninfo: `host=${primary.socketDir} user=${new URL(primary.ownerUrl.replace('@/', '@x/')).username}`,
      recovery_min_apply_delay: `${lagSeconds}s`,
    },
  });
  return { primary, standby };
}

async function startWithStandby() {
  const { primary, standby } = await startPair();
  const warnings: string[] = [];
  const reports = openReportDatabase(standby.appUrl, {
    warn: (line) => void warnings.push(line),
  });
  const hub = await startTestHub({
    database: { ownerUrl: primary.ownerUrl, appUrl: primary.appUrl, drop: async () => {} },
    reports,
  });
  onTestFinished(async () => {
    await hub.close();
    await reports.close();
    await standby.stop();
    await primary.stop();
  });
  const scene = await createScene(hub);
  return { hub, scene, reports, standby, warnings };
}

/** As a server does every second. */
const seal = (hub: TestHub, { chapter }: Scene) =>
  sealAudit(hub.db, chapter.id, toInstant(Temporal.Now.instant()));

const listActions = async ({ ann }: Scene) =>
  (await ann.call(auditCalls.list)).value().items.map(({ action }) => action);

test('the audit log is read from the standby, and what follows a write never is', async () => {
  const { hub, scene, standby } = await startWithStandby();
  const { ann, ben } = scene;
  const replay = connect(standby.appUrl, { poolSize: 1 });
  onTestFinished(replay.close);
  // The chapter is there, and from now on all that changes comes later.
  await expect
    .poll(() =>
      sql`select from member where id = ${ann.memberId}`
        .execute(replay.db)
        .then(({ rows }) => rows.length),
    )
    .toBe(1);
  const expense = await logExpense(scene, { title: 'Dinner' });
  expect(await listActions(scene)).toEqual([]);
  // Whereas the same moment everywhere else:
  const { expenses } = (await ben.call(expenseCalls.list)).value();
  expect(expenses.items.map(({ id }) => id)).toEqual([expense.id]);
  const balances = (await ben.call(expenseCalls.balances)).value();
  expect(JSON.stringify(balances)).toContain(ann.memberId);
  const body = { name: 'Travel', ownerId: ben.memberId, currencyCode: 'USD' as const };
  const { id: walletId } = (await ben.call(walletCalls.create, { body })).value();
  expect((await ben.call(walletCalls.detail, { params: { walletId } })).status).toBe(200);
  await seal(hub, scene);
  await expect.poll(() => listActions(scene)).toContain('expense.create');
  // The end of a session holds at once, for what the standby would answer, too.
  await sql`delete from auth.session where id = ${ann.sessionId}`.execute(hub.db);
  expect((await ann.call(auditCalls.list)).status).toBe(401);
});

test('what the standby does not have yet, or does not answer, comes from the primary', async () => {
  const { hub, scene, reports, standby, warnings } = await startWithStandby();
  await logExpense(scene, { title: 'Dinner' });
  const { rows } = await sql<{ id: Id<'audit'> }>`select id from audit
    where action = 'expense.create'`.execute(hub.db);
  const recordId = rows[0]?.id ?? toId<'audit'>('');
  const begun = performance.now();
  await expect
    .poll(
      async () => {
        await seal(hub, scene);
        return (await scene.ann.call(auditCalls.detail, { params: { recordId } })).status;
      },
      { interval: 20 },
    )
    .toBe(200);
  expect(performance.now() - begun).toBeLessThan(lagSeconds * 1_000);
  // A table of a migration that it has yet to replay.
  const readNewest = async (db: Db) => ok(await sql`select from hub.newest`.execute(db));
  expect(await reports.read(readNewest)).toBeUndefined();
  expect(warnings).toEqual([]);
  await standby.stop();
  const stopped = performance.now();
  expect(await listActions(scene)).toEqual(['expense.create']);
  expect(await listActions(scene)).toEqual(['expense.create']);
  expect(performance.now() - stopped).toBeLessThan(lagSeconds * 1_000);
  // Asked once, and not again for a while.
  expect(warnings).toHaveLength(1);
});
