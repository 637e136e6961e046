/** A chapter in which every call was made moves from one server to another, while both are used. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { auditCalls } from '#features/audit/contract.ts';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { listChapters } from '#features/chapters/server/store.ts';
import { feedCalls } from '#features/events/feed-contract.ts';
import { ownDataCall } from '#features/identity/own-data-contract.ts';
import { createInvitationToken } from '#features/identity/server/shared/link-token.ts';
import { readSession } from '#features/identity/server/shared/session-store.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { confirmationOf } from '#server/chapter-archive/archive-manifest.ts';
import { copyJobsOut, importJobs } from '#server/chapter-archive/chapter-jobs.ts';
import { listTablesToEmpty } from '#server/chapter-archive/chapter-tables.ts';
import { beginMove, finishMove, takeMoveBack } from '#server/chapter-archive/move-chapter.ts';
import { newId } from '#server/database/ids.ts';
import { bossOptions } from '#server/jobs/jobs.ts';
import {
  archiveOf,
  contentOf,
  elsewhere,
  importInto,
  now,
  signInThere,
} from './chapters-between-hubs.ts';
import { createTestDatabase, type TestDatabase, withClient } from './database.ts';
import { startFaultyProxy } from './faulty-proxy.ts';
import { callApp, startTestHub, type TestHub, type TestPerson } from './hub.ts';
import { runHub } from './hub-process.ts';
import { createFixtures, type Fixtures } from './matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, send } from './matrix/requests.ts';
import { temporaryFolder } from './temporary-folder.ts';

let hub: TestHub;
let fixtures: Fixtures;
let others: Fixtures;
let target: TestHub;
let path: string;
let prepared: TestDatabase;
let people: readonly [Fixtures, Fixtures];
beforeAll(async () => {
  prepared = await createTestDatabase();
  const first = await startTestHub({ database: prepared });
  const heron = await createFixtures(first, 'Heron');
  for (const endpoint of first.endpoints) {
    const request = await buildValidRequest(endpoint, heron, heron.owner);
    await send(first, endpoint, await credentialsOf(first, endpoint, heron.admin), request);
  }
  people = [heron, await createFixtures(first, 'Stays')];
  await first.app.close();
  await first.database.close();
});
afterAll(() => prepared.drop());

beforeEach(async () => {
  hub = await startTestHub({ database: await createTestDatabase({ copyOf: prepared }) });
  onTestFinished(hub.close);
  [fixtures, others] = [onHub(people[0]), onHub(people[1])];
  target = await elsewhere();
  path = join(await temporaryFolder(), 'chapter.zip');
});

/** Whose calls are answered by the hub of the test. */
function onHub(chapter: Fixtures): Fixtures {
  const { app } = hub;
  const on = (person: TestPerson): TestPerson => ({
    ...person,
    call: (endpoint, sent) =>
      callApp(app, endpoint, { authorization: `Bearer ${person.token}` }, sent),
  });
  const { owner, other, treasurer, admin } = chapter;
  const there = { owner: on(owner), other: on(other), treasurer: on(treasurer), admin: on(admin) };
  return { ...chapter, ...there, hub };
}

const begin = () => beginMove(hub.database.ownerUrl, archiveOf(fixtures.chapter.id, path));
const finish = (confirmation: string, address?: string) =>
  finishMove(hub.database.ownerUrl, fixtures.chapter.id, confirmation, address);

async function move() {
  await begin();
  const imported = await importInto(path, target.database);
  return { ...imported, objectsLeft: await finish(confirmationOf(imported.manifest)) };
}

type Callers = Record<'owner' | 'treasurer', Pick<Fixtures['owner'], 'call' | 'memberId'>>;

/** Adds a cent to a wallet of the owner. */
async function addCent({ owner, treasurer }: Callers, description = 'Dues') {
  const [found] = (await owner.call(walletCalls.list, {})).value().wallets.items;
  const wallet = found ?? (await makeWallet(owner));
  return treasurer.call(walletCalls.addTransaction, {
    params: { walletId: wallet.id },
    body: {
      userId: owner.memberId,
      description,
      amount: cents(1),
      transactionType: 'credit' as const,
    },
  });
}

async function makeWallet(owner: Callers['owner']) {
  const body = { name: 'Harbor', ownerId: owner.memberId, currencyCode: 'USD' as const };
  return (await owner.call(walletCalls.create, { body })).value();
}

const query = <Row>({ database }: TestHub, text: string, values: unknown[] = []) =>
  withClient(database.ownerUrl, async (client) => (await client.query(text, values)).rows as Row[]);

/** Tables with rows of the chapter, of all that there are. */
async function listTablesWithRows(of: TestHub): Promise<string[]> {
  return withClient(of.database.ownerUrl, async (client) => {
    const found: string[] = [];
    for (const table of await listTablesToEmpty(client)) {
      const { rowCount } = await client.query(
        `select from ${table} where chapter_id = $1 limit 1`,
        [fixtures.chapter.id],
      );
      if (rowCount) found.push(table);
    }
    return found;
  });
}

/** Who waits for a lock. */
const waiting = `select from pg_locks l join pg_stat_activity a using (pid)
  where a.datname = current_database() and not granted`;

const queueMail = () =>
  query(
    hub,
    `insert into jobs.job (name, data) select name, jsonb_build_object('chapterId', $1::text)
    from jobs.queue where name = 'send-mail'`,
    [fixtures.chapter.id],
  );

test('it is whole there and gone here, other chapters are as they were', async () => {
  const id = fixtures.chapter.id;
  await queueMail();
  await withClient(hub.database.ownerUrl, (client) =>
    client.query('select hub.seal_audit($1, now(), 1000000)', [id]),
  );
  const before = await contentOf(hub.database.ownerUrl, id);
  const [stay, there] = [
    await contentOf(hub.database.ownerUrl, id, true),
    await contentOf(target.database.ownerUrl, id, true),
  ];
  const { manifest, accounts, objectsLeft } = await move();
  expect([accounts.matched, objectsLeft]).toEqual([0, 0]);
  expect(manifest.chapter.id).toBe(id);
  expect(await contentOf(target.database.ownerUrl, id)).toEqual(before);
  expect(await contentOf(target.database.ownerUrl, id, true)).toEqual(there);
  expect(await contentOf(hub.database.ownerUrl, id, true)).toEqual(stay);
  expect(await listTablesWithRows(hub)).toEqual([]);
  expect(await query(hub, 'select from hub.chapter where id = $1', [id])).toEqual([]);
  const jobs = `select state from jobs.job where data ->> 'chapterId' = $1`;
  expect(await query(hub, jobs, [id])).toEqual([]);
  expect((await query(target, jobs, [id])).length).toBeGreaterThan(0);
  for (const each of [hub, target]) {
    expect(await each.differences()).toEqual([]);
    expect((await checkAudit(each.database.ownerUrl, now)).breaks).toEqual([]);
  }
  expect((await addCent(others)).status).toBe(201);
  expect((await fixtures.owner.call(walletCalls.list, {})).status).toBe(401);
});

test('money that figures suspend stays suspended where the chapter comes', async () => {
  await withClient(hub.database.ownerUrl, async (client) => {
    await client.query('begin; set local session_replication_role = replica');
    await client.query(
      'update hub.ledger_account set balance_cents = balance_cents + 1 where chapter_id = $1',
      [fixtures.chapter.id],
    );
    await client.query('commit');
  });
  const { manifest, unexplained } = await move();
  expect(unexplained).toBe(manifest.differences.length);
  expect(unexplained).toBeGreaterThan(0);
  const owner = await signInThere(target, fixtures.owner);
  const treasurer = await signInThere(target, fixtures.treasurer);
  expect((await addCent({ owner, treasurer })).refusal().code).toBe('figures_differ');
});

test('while members change something, all that was acknowledged is there, and nothing else', async () => {
  const acknowledged = new Set<string>();
  const refused = new Set<string>();
  let isDone = false;
  const write = async (writer: number) => {
    for (let n = 0; !isDone; n += 1) {
      const description = `Fee ${writer} ${n}`;
      const reply = await addCent(fixtures, description).catch(() => undefined);
      if (reply?.status === 201) acknowledged.add(description);
      else refused.add(JSON.parse(reply?.text ?? '{}').code ?? 'gone');
    }
  };
  const writeElsewhere = async () => {
    while (!isDone) expect((await addCent(others)).status).toBe(201);
  };
  const writing = Promise.all([write(1), write(2), writeElsewhere()]);
  while (acknowledged.size < 20) await new Promise((resolve) => setTimeout(resolve, 20));
  await move().finally(() => {
    isDone = true;
  });
  await writing;
  const rows = await query<{ description: string }>(
    target,
    `select description from hub.wallet_transaction where chapter_id = $1 and description like 'Fee _ %'`,
    [fixtures.chapter.id],
  );
  expect(new Set(rows.map(({ description }) => description))).toEqual(acknowledged);
  expect(refused).toContain('chapter_moving');
  expect(await listTablesWithRows(hub)).toEqual([]);
});

test('who began to change it before is waited for, who writes later is refused, and no one else waits', async () => {
  const id = fixtures.chapter.id;
  const state = () =>
    query<{ rests: boolean; isForGood: boolean }>(
      hub,
      `select rests_until > now() as rests, rests_until > now() + interval '61 minutes' as "isForGood"
      from hub.chapter where id = $1`,
      [id],
    );
  const record = newId();
  expect((await addCent(fixtures)).status).toBe(201);
  await withClient(hub.database.ownerUrl, async (early) => {
    await withClient(hub.database.ownerUrl, async (locking) => {
      await locking.query('begin');
      await locking.query('select from hub.ledger_account where chapter_id = $1 for update', [id]);
      const late = addCent(fixtures);
      await expect.poll(() => query(hub, waiting)).toHaveLength(1);
      await early.query('begin');
      await early.query(
        `insert into hub.audit (chapter_id, id, at, action, entity_kind, entity_id)
        values ($1, $2, now(), 'chapter.update', 'chapter', $1)`,
        [id, record],
      );
      const moving = begin();
      await expect.poll(state).toEqual([{ rests: true, isForGood: false }]);
      await locking.query('rollback');
      expect(JSON.parse((await late).text)).toMatchObject({ code: 'chapter_moving' });
      expect((await addCent(others)).status).toBe(201);
      await expect(access(path)).rejects.toThrow('ENOENT');
      await early.query('commit');
      await moving;
    });
  });
  expect(await state()).toEqual([{ rests: true, isForGood: true }]);
  await importInto(path, target.database);
  expect(await query(target, 'select from hub.audit where id = $1', [record])).toHaveLength(1);
});

test('while it rests it is read, and a change is refused with what to do', async () => {
  await query(
    hub,
    `update hub.chapter set rests_until = now() + interval '1 minute' where id = $1`,
    [fixtures.chapter.id],
  );
  expect((await fixtures.owner.call(walletCalls.list, {})).status).toBe(200);
  const reply = await addCent(fixtures);
  expect(reply.status).toBe(503);
  expect(JSON.parse(reply.text)).toMatchObject({ code: 'chapter_moving' });
  expect((await addCent(others)).status).toBe(201);
  // Nor does a nightly job change it.
  const changed = (await listChapters(hub.db)).map(({ id }) => id);
  expect(changed).toContain(others.chapter.id);
  expect(changed).not.toContain(fixtures.chapter.id);
  await query(hub, `update hub.chapter set rests_until = now() where id = $1`, [
    fixtures.chapter.id,
  ]);
  expect((await addCent(fixtures)).status).toBe(201);
});

test('an email that falls due while its chapter moves is sent by the other server alone, or here if that is taken back', async () => {
  await query(hub, 'delete from jobs.job');
  await queueMail();
  const boss = new PgBoss(bossOptions(hub.database.appUrl));
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  const [sending] = await boss.fetch('send-mail');
  await expect(begin()).rejects.toThrow('An email of the chapter is being sent.');
  expect((await addCent(fixtures)).status).toBe(201);
  await query(hub, `update jobs.job set state = 'created' where id = $1`, [sending?.id]);
  await begin();
  expect(await boss.fetch('send-mail')).toEqual([]);
  const held = 'select from jobs.job where isfinite(start_after) and start_after > $1';
  expect(await query(hub, held, ['2100-01-01'])).toHaveLength(1);
  await importInto(path, target.database);
  const due = `select state from jobs.job where id = $1 and start_after <= now()`;
  expect(await query(target, due, [sending?.id])).toEqual([{ state: 'created' }]);
  await takeMoveBack(hub.database.ownerUrl, fixtures.chapter.id);
  expect(await boss.fetch('send-mail')).toMatchObject([{ id: sending?.id }]);
});

test('mails of another chapter that someone packed are left out', async () => {
  await queueMail();
  await withClient(hub.database.ownerUrl, async (from) => {
    await withClient(target.database.ownerUrl, async (to) => {
      const rows = from.query(copyTo(await copyJobsOut(from, fixtures.chapter.id)));
      await to.query('begin');
      await importJobs(to, others.chapter.id, rows as AsyncIterable<Buffer>);
      const { rowCount } = await to.query(`select from jobs.job where data ->> 'chapterId' = $1`, [
        fixtures.chapter.id,
      ]);
      expect(rowCount).toBe(0);
      await to.query('rollback');
    });
  });
});

test('while a move holds the end of the audit log, the log and own data are read', async () => {
  const id = fixtures.chapter.id;
  await query(
    hub,
    `update hub.chapter set rests_until = now() + interval '1 minute' where id = $1`,
    [id],
  );
  await withClient(hub.database.ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('select hub.seal_audit($1, now(), 1000000)', [id]);
    expect((await fixtures.admin.call(auditCalls.list, {})).status).toBe(200);
    expect((await fixtures.owner.call(ownDataCall, {})).status).toBe(200);
    await client.query('rollback');
  });
});

test('what cannot be moved stays, and goes on at once or when the move is taken back', async () => {
  const id = fixtures.chapter.id;
  const { ownerUrl } = hub.database;
  const goesOn = async () => expect((await addCent(fixtures)).status).toBe(201);
  await queueMail();
  await expect(takeMoveBack(ownerUrl, id)).rejects.toThrow('is moving from here');
  const held = 'select from jobs.job where start_after > $1';
  expect(await query(hub, held, ['2100-01-01'])).toEqual([]);
  await expect(beginMove(ownerUrl, archiveOf(id, join(path, 'no folder')))).rejects.toThrow(
    'ENOENT',
  );
  await goesOn();
  const unknown = '00000000-0000-4000-8000-000000000000';
  await expect(beginMove(ownerUrl, archiveOf(unknown, path))).rejects.toThrow(
    'There is no chapter',
  );
  await expect(finish('')).rejects.toThrow('is moving from here');
  await begin();
  await expect(begin()).rejects.toThrow('This chapter is already moving');
  await expect(finish('0123456789abcdef')).rejects.toThrow('Nothing was removed.');
  await expect(importInto(path, hub.database)).rejects.toThrow('This chapter is already here');
  expect((await addCent(fixtures)).status).toBe(503);
  await takeMoveBack(ownerUrl, id);
  await goesOn();
  await begin();
  expect((await addCent(fixtures)).status).toBe(503);
});

test('whatever loses its connection, the same command again finishes the move', async () => {
  const id = fixtures.chapter.id;
  const from = await startFaultyProxy(hub.database.ownerUrl);
  const to = await startFaultyProxy(target.database.ownerUrl);
  onTestFinished(from.close);
  onTestFinished(to.close);
  from.begin('loses commits');
  await expect(beginMove(from.url, archiveOf(id, path))).rejects.toThrow();
  expect((await addCent(fixtures)).status).toBe(201);
  await begin();
  to.begin('loses commits');
  await expect(importInto(path, { ownerUrl: to.url })).rejects.toThrow(
    'before it was known whether the chapter was imported',
  );
  const there = await contentOf(target.database.ownerUrl, id);
  expect(there['hub.chapter']).toMatch(/^1 /);
  const printed = await importInto(path, target.database).then(
    () => 'nothing',
    ({ message }: Error) => message,
  );
  const [, confirmation = ''] = /--imported (\w+)\.$/.exec(printed) ?? [];
  await expect(finishMove(from.url, id, confirmation)).rejects.toThrow(
    'before it was known whether the chapter is gone',
  );
  await expect(finish(confirmation)).rejects.toThrow('If it was here, it has moved.');
  expect(await listTablesWithRows(hub)).toEqual([]);
  expect(await contentOf(target.database.ownerUrl, id)).toEqual(there);
});

test('while it is removed other chapters are changed, and until it is gone it is whole', async () => {
  const id = fixtures.chapter.id;
  await begin();
  const { manifest } = await importInto(path, target.database);
  const before = await contentOf(hub.database.ownerUrl, id);
  await withClient(hub.database.ownerUrl, async (locking) => {
    await locking.query('begin');
    // Goes last: all that can be waited for is held by then.
    await locking.query('select from hub.chapter where id = $1 for key share', [id]);
    const finishing = finish(confirmationOf(manifest));
    finishing.catch(() => {});
    await expect.poll(() => query(hub, waiting)).toHaveLength(1);
    expect((await addCent(others)).status).toBe(201);
    const modes = `select distinct l.mode from pg_locks l join pg_class c on c.oid = l.relation
      where l.locktype = 'relation' and c.relnamespace in ('hub'::regnamespace, 'auth'::regnamespace)
      and l.pid = (select pid from pg_stat_activity
        where application_name = 'chapter-hub move' and datname = current_database()) order by 1`;
    // Roles that change rows have these, and they keep no one out.
    expect(await query(hub, modes)).toEqual([
      { mode: 'AccessShareLock' },
      { mode: 'RowExclusiveLock' },
      { mode: 'RowShareLock' },
    ]);
    await query(
      hub,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'chapter-hub move' and datname = current_database()`,
    );
    await expect(finishing).rejects.toThrow();
    await locking.query('rollback');
  });
  expect(await contentOf(hub.database.ownerUrl, id)).toEqual(before);
  await finish(confirmationOf(manifest));
  expect(await listTablesWithRows(hub)).toEqual([]);
});

test('while it is imported other chapters are changed, and no table is locked against writers', async () => {
  const there = await createFixtures(target, 'Writes');
  await begin();
  await withClient(target.database.ownerUrl, async (locking) => {
    await locking.query('begin');
    // Written last: all that can be waited for is held by then.
    await locking.query('lock table jobs.job in share mode');
    const importing = importInto(path, target.database);
    importing.catch(() => {});
    const waits = `select from pg_stat_activity where application_name = 'chapter-hub import'
      and datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => query(target, waits), { timeout: 60_000 }).toHaveLength(1);
    expect((await addCent(there)).status).toBe(201);
    const modes = `select distinct l.mode from pg_locks l join pg_class c on c.oid = l.relation
      where l.locktype = 'relation' and l.granted
      and c.relnamespace in ('hub'::regnamespace, 'auth'::regnamespace)
      and l.pid = (select pid from pg_stat_activity
        where application_name = 'chapter-hub import' and datname = current_database()) order by 1`;
    // The last is of statistics, and keeps out vacuum alone.
    expect(await query(target, modes)).toEqual([
      { mode: 'AccessShareLock' },
      { mode: 'RowExclusiveLock' },
      { mode: 'RowShareLock' },
      { mode: 'ShareUpdateExclusiveLock' },
    ]);
    await locking.query('commit');
    await importing;
  });
  expect(await query(target, 'select from hub.difference')).toEqual([]);
});

test('whatever an insert triggers knows a chapter that arrives', async () => {
  const unaware = `select tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'hub'::regnamespace and not t.tgisinternal and t.tgtype & 4 = 4
      and pg_get_triggerdef(t.oid) !~ 'hub\\.is_arriving\\(\\)'`;
  expect(await query(hub, unaware)).toEqual([]);
});

test.each(['leaving', 'arriving'])(
  'triggers pass the owner alone, who says what is %s',
  async (what) => {
    const isPassed = (url: string) =>
      withClient(url, async (client) => {
        const { rows: before } = await client.query(`select hub.is_${what}() as it`);
        await client.query(`set hub.${what} = 'on'`);
        const { rows } = await client.query(`select hub.is_${what}() as it`);
        return [before[0].it, rows[0].it];
      });
    expect(await isPassed(hub.database.ownerUrl)).toEqual([false, true]);
    expect(await isPassed(hub.database.appUrl)).toEqual([false, false]);
  },
);

test('the commands lead from one server to the other, and leave no archive', async () => {
  const data = await temporaryFolder();
  const run = async ({ database }: TestHub, ...words: string[]) => {
    const command = runHub([...words, '--data', data], { DATABASE_URL: database.ownerUrl });
    expect([(await command.ended).code, command.stderr()]).toEqual([0, '']);
    return command.stdout();
  };
  const move = ['move-chapter', fixtures.chapter.id];
  const [archive = ''] = /\S+moving-\S+\.zip/.exec(await run(hub, ...move)) ?? [];
  await run(hub, ...move, '--resume');
  await expect(access(archive)).rejects.toThrow('ENOENT');
  await run(hub, ...move);
  const imported = await run(target, 'import-chapter', archive);
  const [finish = ''] = /move-chapter .*/.exec(imported) ?? [];
  await run(hub, ...finish.replace('ADDRESS', 'https://new.example.org').split(' '));
  await expect(access(archive)).rejects.toThrow('ENOENT');
  expect(await listTablesWithRows(hub)).toEqual([]);
});

test.each([
  [['--resume', '--imported', '0123'], 'Give --imported to end the move, or --resume'],
  [['--address', 'https://new.example.org'], '--address is for the end of the move'],
  [['--resume', '--address', 'https://new.example.org'], '--address is for the end of the move'],
])(
  'options that contradict each other begin, end and take back nothing: %j',
  async (words, text) => {
    const command = runHub(['move-chapter', fixtures.chapter.id, ...words], {
      DATABASE_URL: hub.database.ownerUrl,
    });
    expect([(await command.ended).code, command.stderr()]).toEqual([
      1,
      expect.stringContaining(text),
    ]);
    expect(await query(hub, `select from hub.chapter where rests_until > now()`)).toEqual([]);
  },
);

test('feeds, invitations and sign-in lead to the new home, until it comes back', async () => {
  const home = 'https://new.example.org';
  const { chapterId, accountId } = fixtures.owner;
  const feed = `/api${(await fixtures.owner.call(feedCalls.create, {})).value().path}`;
  const token = createInvitationToken({ chapterId, id: newId(), linkNumber: 1 }, 'secret');
  await query(
    hub,
    `insert into auth.session (id, expires_at, token, last_used_at, account_id, active_chapter_id)
    values ('cookie', now() + interval '1 day', 'cookie', now(), $1, $2)`,
    [accountId, chapterId],
  );
  const follow = async () => {
    const file = await hub.app.inject(feed);
    const join = await callApp(hub.app, joiningCalls.previewInvitation, {}, { body: { token } });
    return {
      feed: [file.statusCode, file.headers.location],
      invitation: join.refusal().details?.['address'],
      session: (await readSession(hub.db, { id: 'cookie' }))?.movedTo,
    };
  };
  const here = { feed: [200, undefined], invitation: undefined, session: undefined };
  expect(await follow()).toEqual(here);
  await begin();
  const { manifest } = await importInto(path, target.database);
  await finish(confirmationOf(manifest), home);
  expect(await follow()).toEqual({
    feed: [301, `${home}${feed}`],
    invitation: `${home}/join#${token}`,
    session: home,
  });
  await importInto(path, hub.database);
  expect(await follow()).toEqual(here);
  const guessed = await hub.app.inject(feed.replace(/.{4}\.ics$/, 'AAAA.ics'));
  expect(guessed.statusCode).toBe(404);
});
