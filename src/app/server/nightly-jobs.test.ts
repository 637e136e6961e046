import { expect, onTestFinished, test } from 'vitest';
import { startTestHub } from '#app/testing/hub.ts';
import { temporaryFolder } from '#app/testing/temporary-folder.ts';
import { toInstant } from '#kit/day.ts';
import { parseKeep } from '#server/backup/keep.ts';
import { createStorageWatch } from '#server/checks/storage.ts';
import { createLog } from '#server/config/log.ts';
import type { Job } from '#server/jobs/jobs.ts';
import { nightlyJobs } from './nightly-jobs.ts';

const schedule = [
  'back-up at 04:00',
  'clean-idempotency-keys at 04:10',
  'check-figures at 04:20',
  'extend-series at 04:30',
  'check-audit at 04:40',
  'make-recurring-expenses at 04:50',
  'check-files at 05:00',
  'rehearse-restore at 05:30',
];

async function listDailyJobs(): Promise<Job[]> {
  const keep = parseKeep('2d') ?? expect.fail('no rule');
  const backups = {
    folder: await temporaryFolder(),
    keep,
    passphrase: undefined,
    bucket: undefined,
  };
  const hub = await startTestHub({ config: { backups } });
  onTestFinished(hub.close);
  const work = {
    appUrl: hub.database.appUrl,
    db: hub.db,
    fileBucket: hub.fileBucket,
    log: createLog('silent'),
    clock: () => toInstant(Temporal.Now.instant()),
    signal: new AbortController().signal,
    storage: createStorageWatch(() => {}),
    onCheck: () => {},
  };
  return nightlyJobs(work, hub.areas).filter(({ cron }) => /^\d+ \d+ \* \* \*$/.test(cron));
}

/** The days of 2026 and 2027 on which the clocks of a zone change. */
function listDaysOfChange(zone: string): Temporal.PlainDate[] {
  const days: Temporal.PlainDate[] = [];
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from(`2026-01-01[${zone}]`);
  for (;;) {
    at = at.getTimeZoneTransition('next');
    if (at === null || at.year > 2027) return days;
    // At midnight, two days take part.
    days.push(at.subtract({ nanoseconds: 1 }).toPlainDate(), at.toPlainDate());
  }
}

function isOnce(time: Temporal.PlainDateTime, zone: string): boolean {
  try {
    time.toZonedDateTime(zone, { disambiguation: 'reject' });
    return true;
  } catch {
    return false;
  }
}

test('no clock change of any time zone skips or repeats the time of a nightly job', async () => {
  const jobs = (await listDailyJobs()).map(({ name, cron }) => {
    const [minute, hour] = cron.split(' ');
    return { name, time: new Temporal.PlainTime(Number(hour), Number(minute)) };
  });
  const times = jobs.map(({ name, time }) => `${name} at ${time.toString().slice(0, 5)}`);
  expect(times).toEqual(expect.arrayContaining(schedule));
  const zones = Intl.supportedValuesOf('timeZone');
  expect(zones).toEqual(expect.arrayContaining(['America/Los_Angeles', 'Europe/Athens']));
  const wrong = zones.flatMap((zone) =>
    listDaysOfChange(zone).flatMap((day) =>
      jobs
        .filter(({ time }) => !isOnce(day.toPlainDateTime(time), zone))
        .map(({ name }) => `${name} on ${day.toString()} in ${zone}`),
    ),
  );
  expect(wrong).toEqual([]);
});
