/** A first start that is killed repeatedly ends with the same data as an undisturbed one. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { instantToDay, toInstant } from '#kit/day.ts';
import { findEmbeddedPostgres } from '#server/postgres/embedded-postgres.ts';
import type { SeededRandom } from '../../server/demo/seeded-random.ts';
import {
  type Command,
  kill,
  killAll,
  killPostmaster,
  postmasterOf,
  removeDataDir,
  runHub,
  startHub,
} from '../hub-process.ts';
import { say } from '../say.ts';
import { query } from './count-writes.ts';
import { crashFolder, createCrashRandom, soak } from './crash-hub.ts';
import { expectReconciled } from './expect-exactly-once.ts';

const limit = 480_000 * soak;

test('the demo is complete in the end even if its start was killed at any moment', {
  timeout: limit,
}, async () => {
  const chance = createCrashRandom('First start');
  const today = chapterDay();
  // Both at once: there are two processors, and the one in peace is what the other is held to.
  const [peaceful, killed] = await Promise.all([startInPeace(), startKilled(chance)]);
  say(
    `first start: ready after ${Math.round(peaceful.milliseconds)} ms; killed ${killed.kills} times`,
  );
  // The demo is made relative to today, which may have become yesterday; and at three in
  // the morning keys of its past are cleaned away and its series go on.
  const isNight = [peaceful, killed].some(({ contents }) => Number(contents.jobs) > 0);
  if (today !== chapterDay() || isNight) return;
  expect(killed.contents).toEqual(peaceful.contents);
  expect(Number(killed.contents.expenses)).toBeGreaterThan(300);
  expect(Number(killed.contents.audited_out_of_order)).toBe(0);
});

async function startInPeace() {
  const { dataDir, commands } = await folder();
  const hub = await startHub(dataDir, ['--demo']);
  commands.push(hub);
  return { milliseconds: hub.readyMilliseconds, contents: await contents(dataDir) };
}

async function startKilled(chance: SeededRandom) {
  const { dataDir, commands } = await folder();
  const moments = Array.from({ length: soak }, () => [
    // While its cluster is made; the later of them often hit the migrations.
    () => sleep(chance.whole(50, 400)),
    () => sleep(chance.whole(300, 1_500)),
    () => sleep(chance.whole(300, 1_500)),
    () => atLeast('hub.migration', 1),
    // While the demo is filled, which no one sees before its end.
    ...[300, 1_000, 3_000].map((most) => async () => {
      await atLeast('hub.installation', 1, "key = 'demo'");
      await sleep(chance.whole(0, most));
    }),
  ]).flat();

  async function atLeast(table: string, least: number, which = 'true'): Promise<void> {
    while (commands.at(-1)?.child.exitCode === null) {
      const found = await query(
        dataDir,
        `select count(*)::int as n from ${table} where ${which}`,
      ).catch(() => []);
      if ((found[0]?.n ?? 0) >= least) return;
      await sleep(5);
    }
  }

  for (const [index, moment] of moments.entries()) {
    const command = runHub(['serve', '--demo', '--port', '0', '--data', dataDir]);
    commands.push(command);
    await moment();
    if (index % 3 === 2) await killAll(command, dataDir);
    else await kill(command);
    if (index % 3 === 1) killPostmaster(dataDir);
  }
  const hub = await startHub(dataDir, ['--demo']);
  commands.push(hub);
  expect((await findEmbeddedPostgres(dataDir))?.pid).toBe(postmasterOf(dataDir));
  await expectReconciled(runHub(['reconcile', '--data', dataDir]));
  await expectSignIn(hub.url);
  return { kills: moments.length, contents: await contents(dataDir) };
}

async function folder() {
  const dataDir = await crashFolder();
  const commands: Command[] = [];
  onTestFinished(() => removeDataDir(dataDir, commands));
  return { dataDir, commands };
}

/** Everything of the demo: ids and amounts are the same on every run of a day. */
async function contents(dataDir: string): Promise<Record<string, unknown>> {
  const [found] = await query(
    dataDir,
    `select
      (select count(*) from hub.chapter) as chapters,
      (select count(*) from hub.member) as members,
      (select count(*) from auth.account) as accounts,
      (select count(*) from hub.account_chapter) as memberships,
      (select count(*) from hub.calendar) as calendars,
      (select count(*) from hub.event) as events,
      (select count(*) from hub.event_occurrence) as occurrences,
      (select count(*) from hub.expense) as expenses,
      (select count(*) from hub.expense where status = 'settled') as settled,
      (select count(*) from hub.expense_override) as overrides,
      (select count(*) from hub.wallet) as wallets,
      (select count(*) from hub.document) as documents,
      (select count(*) from hub.file where finished_at is not null) as files,
      (select count(*) from hub.ledger_journal) as journals,
      (select count(*) from hub.ledger_entry) as entries,
      (select count(*) from hub.audit) as audited,
      (select count(*) from (
        select at, lag(at) over (order by xid, id) as before from hub.audit) a
        where at < before) as audited_out_of_order,
      (select count(*) from hub.idempotency_key) as keys,
      (select count(*) from jobs.job) as jobs,
      (select md5(string_agg(concat_ws(' ', id, title, amount_cents, status, version), ',' order by id))
        from hub.expense) as expenses_hash,
      (select md5(string_agg(concat_ws(' ', wallet_id, amount_cents, description, occurred_at), ',' order by id))
        from hub.wallet_transaction) as transactions_hash`,
  );
  return found;
}

async function expectSignIn(url: string): Promise<void> {
  const reply = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'member@demo.test', password: 'demo-harbor-2026' }),
  });
  expect(reply.status).toBe(200);
}

function chapterDay(): string {
  return instantToDay(toInstant(Temporal.Now.instant()), 'America/Los_Angeles');
}
