/** A chapter in which every call was made moves from one database to another, while both are used. */
import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { auditCalls } from '#features/audit/contract.ts';
import { ownDataCall } from '#features/identity/own-data-contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { toInstant } from '#kit/day.ts';
import { cents } from '#kit/money.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { listTablesToEmpty } from '#server/chapter-archive/chapter-tables.ts';
import { moveChapter } from '#server/chapter-archive/move-chapter.ts';
import { bossOptions } from '#server/jobs/jobs.ts';
import {
  archiveOf,
  contentOf,
  elsewhere,
  exportChapter,
  importInto,
  intoDatabase,
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

const move = () =>
  moveChapter(
    hub.database.ownerUrl,
    archiveOf(fixtures.chapter.id, path),
    intoDatabase(target.database),
  );

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

const waiting = `select from pg_locks l join pg_stat_activity a using (pid)
  where a.datname = current_database() and not granted`;
const waitingForChapters = `${waiting} and relation = 'hub.chapter'::regclass`;

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
      const description = `Dues ${writer} ${n}`;
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
    `select description from hub.wallet_transaction where chapter_id = $1 and description like 'Dues _ %'`,
    [fixtures.chapter.id],
  );
  expect(new Set(rows.map(({ description }) => description))).toEqual(acknowledged);
  expect(refused).toContain('chapter_moving');
  expect(await listTablesWithRows(hub)).toEqual([]);
});

test('who was let in before it rested is told when they write, and holds up nobody', async () => {
  const rests = 'select from hub.chapter where rests_until > now()';
  expect((await addCent(fixtures)).status).toBe(201);
  await withClient(hub.database.ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('select from hub.ledger_account where chapter_id = $1 for update', [
      fixtures.chapter.id,
    ]);
    const late = addCent(fixtures);
    await expect.poll(() => query(hub, waiting)).toHaveLength(1);
    const moves = [move(), move()];
    const moved = Promise.allSettled(moves);
    await expect.poll(() => query(hub, rests), { timeout: 30_000 }).toHaveLength(1);
    await client.query('rollback');
    expect(JSON.parse((await late).text)).toMatchObject({ code: 'chapter_moving' });
    const outcomes = (await moved).map((one) =>
      one.status === 'rejected' ? one.reason.message : 'moved',
    );
    expect(outcomes.sort()).toEqual([`There is no chapter ${fixtures.chapter.id}.`, 'moved']);
  });
});

test('it rests for as long as the move takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await withClient(target.database.ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('lock table hub.chapter in share row exclusive mode');
    const moving = move();
    moving.catch(() => {});
    await expect
      .poll(() => query(target, waitingForChapters), { timeout: 30_000, interval: 50 })
      .not.toEqual([]);
    await query(hub, 'update hub.chapter set rests_until = now()');
    vi.advanceTimersByTime(60_000);
    await expect
      .poll(async () => JSON.parse((await addCent(fixtures)).text).code, { timeout: 30_000 })
      .toBe('chapter_moving');
    await client.query('rollback');
    await moving;
  });
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
  await query(hub, `update hub.chapter set rests_until = now() where id = $1`, [
    fixtures.chapter.id,
  ]);
  expect((await addCent(fixtures)).status).toBe(201);
});

test('an email that falls due while its chapter moves is sent by the other server alone', async () => {
  await query(hub, 'delete from jobs.job');
  await queueMail();
  const boss = new PgBoss(bossOptions(hub.database.appUrl));
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  const [sending] = await boss.fetch('send-mail');
  await expect(move()).rejects.toThrow('An email of the chapter is being sent.');
  await query(hub, `update jobs.job set state = 'created' where id = $1`, [sending?.id]);
  await withClient(target.database.ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('lock table hub.chapter in share row exclusive mode');
    const moving = move();
    moving.catch(() => {});
    await expect
      .poll(async () => (await query(target, waitingForChapters)).length, {
        timeout: 30_000,
        interval: 50,
      })
      .toBeGreaterThan(0);
    expect(await boss.fetch('send-mail')).toEqual([]);
    await client.query('rollback');
    await moving;
  });
  const jobs = 'select state from jobs.job where id = $1';
  expect(await query(target, jobs, [sending?.id])).toEqual([{ state: 'created' }]);
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

test('what cannot be moved stays, and goes on at once', async () => {
  const id = fixtures.chapter.id;
  const stays = async (message: string, tried: Promise<unknown>) => {
    await expect(tried).rejects.toThrow(message);
    await expect(access(path)).rejects.toThrow('ENOENT');
    expect((await addCent(fixtures)).status).toBe(201);
  };
  const into = intoDatabase(target.database);
  await stays(
    'That is the database in which the chapter is.',
    moveChapter(hub.database.ownerUrl, archiveOf(id, path), intoDatabase(hub.database)),
  );
  await expect(
    moveChapter(
      hub.database.ownerUrl,
      archiveOf('00000000-0000-4000-8000-000000000000', path),
      into,
    ),
  ).rejects.toThrow('There is no chapter');
  await query(target, `update hub.chapter set name = 'Heron'`);
  await query(hub, `update hub.chapter set name = 'Heron' where id = $1`, [id]);
  await stays("There's already a chapter named Heron", move());
  await query(target, `update hub.chapter set name = 'Before'`);
  await query(
    target,
    'delete from hub.migration where version = (select max(version) from hub.migration)',
  );
  await stays('Bring both servers to the same version first.', move());
  const before = await contentOf(target.database.ownerUrl, id);
  expect(new Set(Object.values(before))).toEqual(new Set(['0 ']));
});

test.each([
  ['is finished', false],
  ['leaves both as they are if one was changed', true],
])('a move that ended between its two commits %s', async (_, isChanged) => {
  const id = fixtures.chapter.id;
  await withClient(hub.database.ownerUrl, (client) =>
    client.query('select hub.seal_audit($1, now(), 1000000)', [id]),
  );
  await exportChapter(`${path}.first`, id, hub.database);
  await importInto(`${path}.first`, target.database);
  // Its server works, and sends the emails that came along.
  const sent = await query(
    target,
    `update hub.invitation set mail_state = 'sent', mail_failure = null, mail_at = now()
    where chapter_id = $1 returning id`,
    [id],
  );
  expect(sent.length).toBeGreaterThan(0);
  const before = await contentOf(target.database.ownerUrl, id);
  if (isChanged) {
    expect((await addCent(fixtures)).status).toBe(201);
    await expect(move()).rejects.toThrow('is not the same on the other server');
    expect((await addCent(fixtures)).status).toBe(201);
  } else {
    await move();
    expect(await listTablesWithRows(hub)).toEqual([]);
  }
  expect(await contentOf(target.database.ownerUrl, id)).toEqual(before);
});

test('if the connection is lost during the commit there, the same move finishes it', async () => {
  const proxy = await startFaultyProxy(target.database.ownerUrl);
  onTestFinished(proxy.close);
  const id = fixtures.chapter.id;
  await queueMail();
  proxy.begin('loses commits');
  const tried = moveChapter(
    hub.database.ownerUrl,
    archiveOf(id, path),
    intoDatabase({ ownerUrl: proxy.url }),
  );
  await expect(tried).rejects.toThrow('before it was known whether the chapter is on the other');
  await access(path);
  // What is changed here now would be lost, or could not be moved any more.
  expect(JSON.parse((await addCent(fixtures)).text)).toMatchObject({ code: 'chapter_moving' });
  // So would an email be sent twice.
  const due = `select from jobs.job where state = 'created' and start_after < now() + interval '9 minutes'`;
  expect(await query(hub, due)).toEqual([]);
  const there = await contentOf(target.database.ownerUrl, id);
  expect(there['hub.chapter']).toMatch(/^1 /);
  await moveChapter(
    hub.database.ownerUrl,
    { ...archiveOf(id, `${path}.again`), now: toInstant(Temporal.Now.instant()) },
    intoDatabase(target.database),
  );
  expect(await listTablesWithRows(hub)).toEqual([]);
  expect(await contentOf(target.database.ownerUrl, id)).toEqual(there);
});

test('a writer that changes another chapter and then its audit log finishes, and so does the move', async () => {
  await withClient(hub.database.ownerUrl, async (writer) => {
    await writer.query('begin');
    await writer.query('lock table hub.chapter in row exclusive mode');
    const moving = move();
    moving.catch(() => {});
    await expect.poll(async () => (await query(hub, waitingForChapters)).length).toBeGreaterThan(0);
    await writer.query('lock table hub.audit in row exclusive mode');
    await writer.query('commit');
    expect((await moving).manifest.chapter.id).toBe(fixtures.chapter.id);
  });
});

test('what background work changed meanwhile keeps it where it is', async () => {
  const id = fixtures.chapter.id;
  let isDone = false;
  const changing = withClient(hub.database.ownerUrl, async (client) => {
    while (!isDone) {
      await client.query(
        'update hub.member set updated_at = clock_timestamp() where chapter_id = $1',
        [id],
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  const moving = move().finally(() => {
    isDone = true;
  });
  await expect(moving).rejects.toThrow('hub.member was changed here while it moved.');
  await changing;
  expect(new Set(Object.values(await contentOf(target.database.ownerUrl, id)))).toEqual(
    new Set(['0 ']),
  );
  expect((await addCent(fixtures)).status).toBe(201);
});

test('who has an unverified account on the other server moves if the operator vouches for them', async () => {
  const { rows } = await withClient(hub.database.ownerUrl, (client) =>
    client.query('select email from auth.account where id = $1', [fixtures.owner.accountId]),
  );
  const email = String(rows[0].email);
  await withClient(target.database.ownerUrl, (client) =>
    client.query(
      `insert into auth.account (id, name, email, is_email_verified) values ('x', 'Ann', $1, false)`,
      [email],
    ),
  );
  const moving = async (...words: string[]) => {
    const to = ['--to', target.database.ownerUrl, '--data', dirname(path)];
    const command = runHub(['move-chapter', fixtures.chapter.id, ...to, ...words], {
      DATABASE_URL: hub.database.ownerUrl,
    });
    return { code: (await command.ended).code, stderr: command.stderr() };
  };
  expect(await moving()).toEqual({
    code: 1,
    stderr: expect.stringContaining(`--same-person ${email}`),
  });
  expect(await moving('--same-person', email)).toEqual({ code: 0, stderr: '' });
  const moved = await withClient(target.database.ownerUrl, (client) =>
    client.query('select chapter_id from hub.member where account_id = $1', ['x']),
  );
  expect(moved.rows).toEqual([{ chapter_id: fixtures.chapter.id }]);
});
