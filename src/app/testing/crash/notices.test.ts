/** A server killed between a notice and its email loses neither, and its successor sends it once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '#features/identity/server/testing/mail-server.ts';
import { kill } from '../hub-process.ts';
import { query } from './count-writes.ts';
import { type CrashHub, makeCrashHub } from './crash-hub.ts';

let smtp: MailServer;
let hub: CrashHub;

beforeAll(async () => {
  smtp = await startMailServer();
  hub = await makeCrashHub();
});
afterAll(async () => {
  await hub?.removeDataDir();
  await smtp?.close();
});

/** Recorded six minutes ago, so that nothing has changed for long enough. */
const say = (cents: number) =>
  query(
    hub.dataDir,
    `insert into hub.payment (chapter_id, id, from_member_id, amount_cents, paid_on, method, said_by, said_as,
      created_at, updated_at)
    select chapter_id, gen_random_uuid(), id, ${cents}, current_date, 'cash', id, 'payer', ago, ago
    from hub.member, lateral (select now() - interval '6 minutes' as ago) recorded
    where id = '${hub.payer.id}'`,
  );
const states = async () =>
  (await query(hub.dataDir, `select state from jobs.job where name = 'send-mail'`)).map(
    ({ state }) => state,
  );
const subjects = () => smtp.mails.map(({ subject }) => subject);

test('a notice whose server was killed goes out afterward, once', async () => {
  const start = () => hub.start({ SMTP_URL: smtp.url });
  await kill(hub.current());
  await start();
  // By the hour, it is noon in some zone.
  const ahead = 12 - Temporal.Now.zonedDateTimeISO('UTC').hour;
  const zone = `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
  await query(hub.dataDir, `update hub.chapter set time_zone = '${zone}'`);
  smtp.behavior = { refusesWith: 451 };
  await say(40_00);
  // The next minute's job finds it, and the mail server refuses it for a while.
  await expect.poll(states, { timeout: 180_000, interval: 500 }).toEqual(['retry']);
  await kill(hub.current());
  smtp.behavior = {};
  await query(
    hub.dataDir,
    `update jobs.job set start_after = now() where name = 'send-mail' and completed_on is null`,
  );
  await start();
  await expect.poll(states, { timeout: 180_000, interval: 500 }).toEqual(['completed']);
  const question = /^Did the chapter get \$40\.00 from /;
  expect(subjects()).toEqual([expect.stringMatching(question)]);
  // Some minutes' jobs later it is still one.
  const [{ count: before }] = (await countSent()) as [{ count: number }];
  expect(before).toBe(1);
  const done = `select count(*)::int as count from jobs.job where name = 'tell-members' and state = 'completed'`;
  const [{ count }] = (await query(hub.dataDir, done)) as [{ count: number }];
  await expect
    .poll(async () => (await query(hub.dataDir, done))[0]?.count, {
      timeout: 240_000,
      interval: 1_000,
    })
    .toBeGreaterThan(count + 1);
  expect(subjects()).toHaveLength(1);
});

const countSent = () => query(hub.dataDir, 'select count(*)::int as count from hub.notice_sent');
