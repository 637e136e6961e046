import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { startTestHub } from '#app/testing/hub.ts';
import type { FiguresCheckState } from '#server/checks/figures.ts';
import { createStorageWatch } from '#server/checks/storage.ts';
import { createLog } from '#server/config/log.ts';
import { startBackgroundWork } from './background.ts';

test('without mail, jobs do not wait for the check of figures either', async () => {
  const hub = await startTestHub();
  onTestFinished(hub.close);
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query('begin; lock table hub.ledger_entry in access exclusive mode');
  const states: FiguresCheckState[] = [];
  const stopping = new AbortController();
  const done = Promise.withResolvers<void>();
  const working = startBackgroundWork({
    appUrl: hub.database.appUrl,
    db: hub.db,
    fileBucket: hub.fileBucket,
    log: createLog('silent'),
    timeZone: 'America/Los_Angeles',
    signal: stopping.signal,
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
    storage: createStorageWatch(() => {}),
    onCheck: (state) => void states.push(state),
    queues: async () => [],
  });
  await done.promise;
  expect(states).toEqual([]);
  await owner.query('rollback');
  await expect.poll(() => states).toEqual(['done']);
  stopping.abort();
  await working;
});
