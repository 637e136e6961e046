import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startTestHub, type TestHub } from '#app/testing/hub.ts';
import type { FiguresCheckState } from '#server/checks/figures.ts';
import { createStorageWatch } from '#server/checks/storage.ts';
import { createLog } from '#server/config/log.ts';
import { type BackgroundWork, startBackgroundWork } from './background.ts';

/** A server's, which ends with the test. */
function work(hub: TestHub, more: Partial<BackgroundWork>) {
  const stopping = new AbortController();
  const working = startBackgroundWork({
    appUrl: hub.database.appUrl,
    db: hub.db,
    fileBucket: hub.fileBucket,
    log: createLog('silent'),
    timeZone: 'America/Los_Angeles',
    signal: stopping.signal,
    areas: [],
    storage: createStorageWatch(() => {}),
    onCheck: () => {},
    queues: async () => [],
    ...more,
  });
  onTestFinished(async () => {
    stopping.abort();
    await working;
  });
}

async function startHubWithOwner() {
  const hub = await startTestHub();
  onTestFinished(hub.close);
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  return { hub, owner };
}

test('without mail, jobs do not wait for the check of figures either', {
  tags: ['all'],
}, async () => {
  const { hub, owner } = await startHubWithOwner();
  await owner.query('begin; lock table hub.ledger_entry in access exclusive mode');
  const states: FiguresCheckState[] = [];
  const done = Promise.withResolvers<void>();
  work(hub, {
    areas: [
      {
        addRoutes: () => {},
        nightlyJobs: () => [
          {
            name: 'due',
            cron: '0 4 29 2 *',
            isAwaited: true,
            isDue: async () => true,
            run: async () => done.resolve(),
          },
        ],
      },
    ],
    onCheck: (state) => void states.push(state),
  });
  await done.promise;
  expect(states).toEqual([]);
  await owner.query('rollback');
  await expect.poll(() => states).toEqual(['done']);
});

test('a server whose nightly check failed checks again by itself, whichever server repeats the job', async () => {
  const { hub, owner } = await startHubWithOwner();
  const states: FiguresCheckState[] = [];
  work(hub, {
    pollSeconds: 0.5,
    recheckSeconds: 0.5,
    onCheck: (state) => void states.push(state),
  });
  await expect.poll(() => states).toEqual(['done']);
  const { rows } = await owner.query(
    `select pg_get_functiondef('hub.check_figures'::regproc) as definition`,
  );
  // Changed since, so that the nightly check looks at it.
  await (await hub.chapter()).person('Maya Chen');
  const failing = `begin raise exception 'no time left' using errcode = '57014';`;
  await owner.query(rows[0].definition.replace(/\bbegin\b/i, failing));
  await expect
    .poll(() => owner.query(`select from jobs.queue where name = 'check-figures'`))
    .toMatchObject({ rowCount: 1 });
  await owner.query(`insert into jobs.job (id, name, policy, retry_limit, retry_delay, keep_until)
    values (gen_random_uuid(), 'check-figures', 'singleton', 3, 60, now() + interval '1 day')`);
  await expect.poll(() => states.at(-1)).toBe('failed');
  // As if another server had taken it.
  await expect
    .poll(() =>
      owner.query(`delete from jobs.job where name = 'check-figures' and state = 'retry'`),
    )
    .toMatchObject({ rowCount: 1 });
  await owner.query(rows[0].definition);
  await expect.poll(() => states.at(-1), { timeout: 20_000 }).toBe('done');
});

test('a server that met damage checks by itself whether all data can be read again', async () => {
  const { hub } = await startHubWithOwner();
  const storage = createStorageWatch(() => {});
  const states: FiguresCheckState[] = [];
  work(hub, { storage, recheckSeconds: 0.5, onCheck: (state) => void states.push(state) });
  await expect.poll(() => states).toEqual(['done']);
  storage.note(Object.assign(new Error('invalid page'), { code: 'XX001' }));
  expect(storage.current()).toBe('storage_damaged');
  await expect.poll(() => storage.current(), { timeout: 20_000 }).toBeUndefined();
  expect(states).toEqual(['done', 'done']);
});
