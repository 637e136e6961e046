import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { PgBoss, type Queue } from 'pg-boss';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { nightlyJobs } from '#app/server/nightly-jobs.ts';
import { startTestHub, type TestHub, type TestPerson } from '#app/testing/hub.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { createStorageWatch, type StorageTrouble } from '../checks/storage.ts';
import { createLog } from '../config/log.ts';
import { cleanIdempotencyKeys } from '../database/idempotency-cleanup.ts';
import { bossOptions, type Due, type Job, type JobsOptions, runJobs } from './jobs.ts';

let hub: TestHub;
let owner: pg.Client;
let maya: TestPerson;

beforeAll(async () => {
  hub = await startTestHub();
  owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  maya = await (await hub.chapter()).person('Maya Chen');
});
afterAll(async () => {
  await owner?.end();
  await hub?.close();
});

/** Keys of so many, kept at these times. */
async function keepKeys(prefix: string, times: readonly Instant[], person = maya) {
  await hub.db
    .insertInto('idempotency_key')
    .values(
      times.map((created_at, index) => ({
        chapter_id: person.chapterId,
        member_id: person.memberId,
        key: `${prefix}${index}`,
        request_hash: 'x',
        status: 201,
        etag: null,
        reply: '{}',
        created_at,
      })),
    )
    .execute();
}

async function keysLike(prefix: string): Promise<string[]> {
  const rows = await hub.db
    .selectFrom('idempotency_key')
    .select('key')
    .where('key', 'like', `${prefix}%`)
    .orderBy('key')
    .execute();
  return rows.map(({ key }) => key);
}

describe('replies for repeated requests', () => {
  const now = '2026-05-02T12:00:00.000Z';

  test('are deleted after exactly one day, in every chapter', async () => {
    const tom = await (await hub.chapter('Elsewhere')).person('Tom Becker');
    const times = ['2026-05-01T11:59:59.999Z', '2026-05-01T12:00:00.000Z', now] as const;
    await keepKeys('ours', times);
    await keepKeys('theirs', times, tom);
    expect(await cleanIdempotencyKeys(hub.db, now)).toBe(2);
    expect(await keysLike('ours')).toEqual(['ours1', 'ours2']);
    expect(await keysLike('theirs')).toEqual(['theirs1', 'theirs2']);
    expect(await cleanIdempotencyKeys(hub.db, now)).toBe(0);
  });

  test('are deleted in batches, and an interruption keeps what was done', async () => {
    await keepKeys('many', Array(2_500).fill('2026-04-01T00:00:00.000Z'));
    const stopping = { throwIfAborted: () => {}, asked: 0 };
    stopping.throwIfAborted = () => {
      stopping.asked += 1;
      if (stopping.asked === 3) throw new Error('stopped');
    };
    const signal = stopping as unknown as AbortSignal;
    await expect(cleanIdempotencyKeys(hub.db, now, signal)).rejects.toThrow('stopped');
    expect((await keysLike('many')).length).toBeLessThan(2_500);
    expect(await keysLike('many')).not.toEqual([]);
    await cleanIdempotencyKeys(hub.db, now);
    expect(await keysLike('many')).toEqual([]);
  });

  test('free their key when deleted', async () => {
    const headers = { 'idempotency-key': 'again' };
    const body = { name: 'Travel', ownerId: maya.memberId, currencyCode: 'USD' } as const;
    const first = (await maya.call(walletCalls.create, { body, headers })).value().id;
    expect((await maya.call(walletCalls.create, { body, headers })).value().id).toBe(first);
    const tomorrow = toInstant(Temporal.Now.instant().add({ hours: 25 }));
    await cleanIdempotencyKeys(hub.db, tomorrow);
    expect((await maya.call(walletCalls.create, { body, headers })).value().id).not.toBe(first);
  });
});

const pollSeconds = 0.5;
/** These tests start jobs themselves, whatever the hour; at four they would be done once more. */
const seldom = '0 4 29 2 *';

/** A server's jobs, with what it logged. */
function work(
  jobs: (signal: AbortSignal) => readonly Job[],
  more: Pick<JobsOptions, 'queues' | 'storage'> = {},
) {
  const ending = new AbortController();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const ended = runJobs({
    appUrl: hub.database.appUrl,
    log,
    signal: ending.signal,
    timeZone: 'America/Los_Angeles',
    jobs: jobs(ending.signal),
    pollSeconds,
    ...more,
  });
  const stop = () => {
    ending.abort();
    return ended;
  };
  onTestFinished(stop);
  return { stop, lines };
}

const exists = async (name: string) => {
  const { rows } = await owner.query('select 1 from jobs.schedule where name = $1', [name]);
  return rows.length;
};

const existsQueue = async (name: string) => {
  const { rows } = await owner.query('select 1 from jobs.queue where name = $1', [name]);
  return rows.length;
};

async function createQueue(name: string, options: Omit<Queue, 'name'> = {}): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(hub.database.appUrl), schedule: false });
  await boss.start();
  try {
    await boss.createQueue(name, options);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Puts a job in its queue, whatever its hour. */
async function startNow(name: string): Promise<void> {
  const boss = new PgBoss({
    ...bossOptions(hub.database.appUrl),
    schedule: false,
    supervise: false,
  });
  await boss.start();
  try {
    await boss.send(name, {});
  } finally {
    await boss.stop({ graceful: false });
  }
}

const ofJobs = sql`application_name = 'chapter-hub jobs' and datname = current_database()`;

async function endConnections(): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${ofJobs}`.execute(hub.db);
}

/** How many of the jobs' statements wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where ${ofJobs} and wait_event_type = 'Lock'`.execute(hub.db);
  return rows.length;
}

describe('jobs', () => {
  test('run nightly from end to end with the server’s role', async () => {
    const now = '2030-01-01T00:00:00.000Z';
    await keepKeys('night', ['2029-12-30T00:00:00.000Z']);
    const nia = await (await hub.chapter('Damaged')).person('Nia Night');
    const body = { name: 'Travel', ownerId: nia.memberId, currencyCode: 'USD' } as const;
    const walletId = (await nia.call(walletCalls.create, { body })).value().id;
    const { stop, lines } = work((signal) =>
      nightlyJobs(
        {
          appUrl: hub.database.appUrl,
          db: hub.db,
          fileBucket: undefined,
          log: createLog('silent'),
          clock: () => now,
          signal,
          storage: createStorageWatch(() => {}),
          onCheck: () => {},
        },
        hub.areas,
      ),
    );
    await expect.poll(() => exists('check-figures')).toBe(1);
    await owner.query(`
      begin; set local session_replication_role = replica;
      update hub.ledger_account set balance_cents = balance_cents + 1
      where wallet_id = '${walletId}'; commit`);
    await startNow('clean-idempotency-keys');
    await startNow('check-figures');
    await expect.poll(() => keysLike('night')).toEqual([]);
    const found = () => hub.db.selectFrom('unexplained_difference').select('found_at').execute();
    await expect.poll(found).not.toEqual([]);
    await stop();
    expect(lines.filter((line) => !/A job (is finished|was interrupted)/.test(line))).toEqual([]);
  });

  test('that outlast the server’s stop leave nothing in the log but that', {
    tags: ['all'],
  }, async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const { stop, lines } = work(() => [
      {
        name: 'lasting',
        cron: seldom,
        run: () => {
          begun.resolve();
          return ended.promise;
        },
      },
    ]);
    await expect.poll(() => exists('lasting')).toBe(1);
    await startNow('lasting');
    await begun.promise;
    await stop();
    ended.resolve();
    await expect.poll(() => lines.join('')).toMatch(/A job is finished/);
    // What the queue makes of it comes after.
    await sleep(500);
    expect(lines.filter((line) => !line.includes('A job is finished'))).toEqual([]);
  });

  test('run once, however many servers there are', async () => {
    const done: string[] = [];
    const job = (server: string): Job => ({
      name: 'once',
      cron: seldom,
      run: async () => void done.push(server),
    });
    const servers = ['one', 'two', 'three'].map((server) => work(() => [job(server)]));
    await expect.poll(() => exists('once')).toBe(1);
    await startNow('once');
    const states = async () =>
      (await owner.query(`select state from jobs.job where name = 'once'`)).rows;
    await expect.poll(states).toEqual([{ state: 'completed' }]);
    // Each server asks again, so that a job taken twice or taken when done would show.
    await sleep(4 * pollSeconds * 1_000);
    await Promise.all(servers.map(({ stop }) => stop()));
    expect(done).toHaveLength(1);
    expect(await states()).toEqual([{ state: 'completed' }]);
  });

  test('are logged and retried when they fail', async () => {
    const { lines } = work(() => [
      {
        name: 'failing',
        cron: seldom,
        run: () => Promise.reject(new Error('not today')),
      },
    ]);
    await expect.poll(() => exists('failing')).toBe(1);
    await startNow('failing');
    const state = async () =>
      (await owner.query(`select state from jobs.job where name = 'failing'`)).rows[0]?.state;
    await expect.poll(state).toBe('retry');
    expect(lines.join('')).toMatch(/A job failed/);
  });

  test('that someone asked for learn on a retry when they were queued, and nothing the first time', async () => {
    const seen: (Due | undefined)[] = [];
    work(() => [
      {
        name: 'twice',
        cron: seldom,
        run: async (retried) => {
          if (seen.push(retried) === 1) throw new Error('not yet');
        },
      },
    ]);
    await expect.poll(() => exists('twice')).toBe(1);
    await startNow('twice');
    const read = async () =>
      (await owner.query(`select state, created_on from jobs.job where name = 'twice'`)).rows[0];
    await expect.poll(read).toMatchObject({ state: 'retry' });
    const { created_on: created } = await read();
    await owner.query(`update jobs.job set start_after = now() where name = 'twice'`);
    await expect.poll(read).toMatchObject({ state: 'completed' });
    expect(seen).toEqual([undefined, { queuedAt: created.toISOString() }]);
  });

  test('that no one asked for learn at once when they were queued', async () => {
    const seen: (Due | undefined)[] = [];
    work(() => [
      {
        name: 'due',
        cron: seldom,
        isDue: async () => true,
        run: async (due) => void seen.push(due),
      },
    ]);
    await expect.poll(() => seen).toEqual([{ queuedAt: expect.any(String) }]);
    const { rows } = await owner.query(`select data from jobs.schedule where name = 'due'`);
    expect(rows).toEqual([{ data: { isByItself: true } }]);
  });

  test('that no server takes are gone before the next night, and not done after a day', async () => {
    const done: string[] = [];
    const job = { name: 'untaken', cron: seldom, run: async () => void done.push('it') };
    const first = work(() => [job]);
    await expect.poll(() => exists('untaken')).toBe(1);
    await first.stop();
    const count = async (state: string) => {
      const { rows } = await owner.query(
        `select from jobs.job where name = 'untaken' and state = $1`,
        [state],
      );
      return rows.length;
    };
    await startNow('untaken');
    await owner.query(`update jobs.job set keep_until = keep_until - interval '20 hours 1 second'
      where name = 'untaken'`);
    await owner.query('update jobs.queue set maintain_on = null, monitor_on = null');
    const boss = new PgBoss(bossOptions(hub.database.appUrl));
    await boss.start();
    try {
      await boss.supervise('untaken');
    } finally {
      await boss.stop({ graceful: false });
    }
    expect(await count('created')).toBe(0);
    await startNow('untaken');
    await owner.query(`update jobs.job set created_on = now() - interval '25 hours'
      where name = 'untaken'`);
    work(() => [job]);
    await expect.poll(() => count('completed')).toBe(1);
    expect(done).toEqual([]);
  });

  test.each(['scheduled', 'queued'])('that meet a full disk raise the alarm: %s', async (kind) => {
    const troubles: StorageTrouble[] = [];
    const fail = () => Promise.reject(Object.assign(new Error('no space left'), { code: '53100' }));
    const more = { storage: createStorageWatch((trouble) => void troubles.push(trouble)) };
    const name = `full-${kind}`;
    if (kind === 'scheduled') work(() => [{ name, cron: seldom, run: fail }], more);
    else {
      await createQueue(name);
      work(() => [], { ...more, queues: [{ name, run: fail }] });
    }
    await expect.poll(() => existsQueue(name)).toBe(1);
    await startNow(name);
    await expect.poll(() => troubles).toEqual(['storage_full']);
    const stored = async () =>
      (await owner.query('select state, output from jobs.job where name = $1', [name])).rows[0];
    await expect.poll(stored).toMatchObject({ state: 'retry' });
    expect(JSON.stringify(await stored())).not.toMatch(/no space left/);
  });

  test('that take long are done once, also in a queue that an earlier version made', {
    tags: ['all'],
  }, async () => {
    await createQueue('long', { policy: 'singleton', expireInSeconds: 1 });
    let begun = 0;
    const { lines } = work(() => [
      {
        name: 'long',
        cron: seldom,
        run: async () => {
          begun += 1;
          await sleep(2_500);
        },
      },
    ]);
    await expect.poll(() => exists('long')).toBe(1);
    await startNow('long');
    await expect.poll(() => lines.join('')).toMatch(/A job is finished/);
    const states = async () =>
      (await owner.query(`select state from jobs.job where name = 'long'`)).rows;
    await expect.poll(states).toEqual([{ state: 'completed' }]);
    expect(begun).toBe(1);
  });

  test('survive lost connections, which are logged at most once', { tags: ['all'] }, async () => {
    let done = 0;
    const { lines } = work(() => [
      { name: 'steady', cron: seldom, run: async () => void (done += 1) },
    ]);
    await expect.poll(() => exists('steady')).toBe(1);
    // Idle ones, and one in the midst of asking for work.
    await endConnections();
    await owner.query('begin; lock table jobs.job in access exclusive mode');
    await expect.poll(waiting).toBeGreaterThan(0);
    await endConnections();
    await owner.query('rollback');
    await startNow('steady');
    await expect.poll(() => done).toBe(1);
    expect(lines.filter((line) => line.includes('Jobs are waiting')).length).toBeLessThanOrEqual(1);
    expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  });

  test('are maintained by the server’s role, which deletes old ones', async () => {
    const boss = new PgBoss(bossOptions(hub.database.appUrl));
    const errors: unknown[] = [];
    boss.on('error', (error) => errors.push(error));
    await boss.start();
    try {
      await boss.createQueue('old', { policy: 'singleton' });
      const id = await boss.send('old', {});
      await owner.query(
        `update jobs.job set state = 'completed', completed_on = now() - interval '1 year' where id = $1`,
        [id],
      );
      await owner.query(`update jobs.queue set maintain_on = null, monitor_on = null`);
      await boss.supervise('old');
      const { rows } = await owner.query('select 1 from jobs.job where id = $1', [id]);
      expect([errors, rows]).toEqual([[], []]);
    } finally {
      await boss.stop({ graceful: false });
    }
  });

  test('have the schema of the installed pg-boss, which the server’s role cannot change', async () => {
    const boss = new PgBoss({
      connectionString: hub.database.ownerUrl,
      schema: 'jobs',
      migrate: false,
    });
    await boss.start();
    try {
      expect(await boss.detectSchemaDrift()).toMatchObject({ missing: [] });
    } finally {
      await boss.stop({ graceful: false });
    }
    const app = await hub.database.pool.connect();
    try {
      for (const statement of [
        'create table jobs.mine (id int)',
        'alter table jobs.job add column x int',
        'update jobs.version set version = 1',
        `select jobs.create_queue('mine', '{"policy": "standard", "partition": "true"}')`,
      ]) {
        await expect(app.query(statement), statement).rejects.toThrow(
          /permission denied|must be owner/,
        );
      }
    } finally {
      app.release();
    }
  });
});
