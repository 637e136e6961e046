/** A hub that sends emails, whose notices are looked for when a test says so, at the time it says. */
import { expect } from 'vitest';
import type { TestPerson } from '#app/testing/hub.ts';
import type { ReceivedMail } from '#features/identity/server/testing/mail-server.ts';
import { startMailingHub } from '#features/identity/server/testing/mailing-hub.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { createLog } from '#server/config/log.ts';

export type NoticeHub = Awaited<ReturnType<typeof startNoticeHub>>;

export async function startNoticeHub(start: Instant) {
  let now = start;
  const clock = () => now;
  const hub = await startMailingHub(clock);
  let stopSending = hub.startSending();
  const signal = new AbortController().signal;
  const work = { db: hub.db, fileBucket: undefined, log: createLog('silent'), clock, signal };

  const listJobs = () => hub.areas.flatMap(({ nightlyJobs }) => nightlyJobs?.(work) ?? []);
  const runJob = async (name: string) => {
    const job = listJobs().find((each) => each.name === name) ?? expect.fail(`no ${name}`);
    await job.run();
  };
  /** Mails that wait or are being sent. */
  const countQueued = async () => {
    const { rows } = await hub.database.pool.query(
      `select from jobs.job where name = 'send-mail' and
        (state = 'active' or state in ('created', 'retry') and start_after <= now())`,
    );
    return rows.length;
  };
  const untilSent = () => expect.poll(countQueued, { timeout: 60_000, interval: 50 }).toBe(0);

  return {
    hub,
    runJob,
    countQueued,
    untilSent,
    now: () => now,
    setNow: (time: Instant) => {
      now = time;
    },
    /** Lets time pass and does what is due then, as the jobs would: the minute's, and the quarter's. */
    pass: async (duration: Temporal.DurationLike) => {
      now = toInstant(Temporal.Instant.from(now).add(duration));
      await runJob('tell-members');
      await runJob('remind-members');
      await untilSent();
    },
    pauseSending: () => stopSending(),
    resumeSending: () => {
      stopSending = hub.startSending();
    },
    mailsTo: async (person: TestPerson): Promise<ReceivedMail[]> => {
      const { rows } = await hub.database.pool.query(
        'select email from auth.account where id = $1',
        [person.accountId],
      );
      return hub.smtp.mails.filter(({ to }) => to === rows[0].email);
    },
    close: hub.close,
  };
}
