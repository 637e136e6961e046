import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { joiningCalls } from '#features/chapters/joining-contract.ts';
import { ensureSetUpLink } from '#features/chapters/server/set-up.ts';
import { openBrowser, password, readToken } from '#features/identity/server/testing/browser.ts';
import { toInstant } from '#kit/day.ts';
import { parseKeep } from '#server/backup/keep.ts';
import { createLog } from '#server/config/log.ts';
import { runJobs } from '#server/jobs/jobs.ts';
import { isJobUnderWay } from '#server/jobs/queue-jobs.ts';
import { withClient } from './database.ts';
import { startTestHub } from './hub.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('a hub that has just been set up is backed up at once, and not again for another chapter', async () => {
  const folder = join(await temporaryFolder(), 'backups');
  const keep = parseKeep('2d') ?? expect.fail('no rule');
  const hub = await startTestHub({
    config: { backups: { folder, keep, passphrase: undefined, bucket: undefined } },
  });
  onTestFinished(hub.close);
  const log = createLog('silent');
  const ending = new AbortController();
  const { signal } = ending;
  const clock = () => toInstant(Temporal.Now.instant());
  const work = { db: hub.db, fileBucket: hub.fileBucket, log, clock, signal };
  const jobs = hub.areas
    .flatMap(({ nightlyJobs }) => nightlyJobs?.(work) ?? [])
    .filter(({ name }) => name === 'back-up');
  expect(await jobs[0]?.isDue?.()).toBe(false);
  const working = runJobs({
    appUrl: hub.database.appUrl,
    timeZone: 'America/Los_Angeles',
    pollSeconds: 0.5,
    log,
    signal,
    jobs,
  });
  const queues = () =>
    withClient(hub.database.ownerUrl, async (client) => {
      const { rows } = await client.query(`select from jobs.queue where name = 'back-up'`);
      return rows.length;
    });
  await expect.poll(queues, { timeout: 30_000 }).toBe(1);

  const token = readToken(await ensureSetUpLink(hub.identity));
  const person = { email: 'first@example.org', password, firstName: 'First', lastName: 'Admin' };
  expect((await openBrowser(hub).call(joiningCalls.setUp, { ...person, token })).status).toBe(201);
  const whole = async () =>
    (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.zst'));
  await expect.poll(whole, { timeout: 30_000 }).toHaveLength(1);
  const isUnderWay = () => isJobUnderWay(hub.db, 'back-up');
  await expect.poll(isUnderWay).toBe(false);
  await hub.chapter('Oslo');
  expect(await isUnderWay()).toBe(false);
  ending.abort();
  await working;
});
