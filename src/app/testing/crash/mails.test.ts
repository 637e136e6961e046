/** A server killed with queued mail loses none, and sends duplicates with the same Message-ID. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '#features/identity/server/testing/mail-server.ts';
import { type HubProcess, kill, removeDataDir, startHub } from '../hub-process.ts';
import { query } from './count-writes.ts';
import { crashFolder } from './crash-hub.ts';

let smtp: MailServer;
let dataDir: string;
const processes: HubProcess[] = [];

const start = async () => {
  const hub = await startHub(dataDir, [], { SMTP_URL: smtp.url });
  processes.push(hub);
  return hub;
};

beforeAll(async () => {
  smtp = await startMailServer();
  dataDir = await crashFolder();
});
afterAll(async () => {
  await removeDataDir(dataDir, processes);
  await smtp.close();
});

test('a mail queued before a kill -9 is sent afterward, once', async () => {
  const first = await start();
  const authorization = await setUp(first);
  smtp.behavior = { refusesWith: 451 };
  const invite = async (hub: HubProcess, email: string) => {
    const reply = await fetch(`${hub.url}/api/invitations`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ email, role: 'member' }),
    });
    expect(reply.status).toBe(201);
  };
  await invite(first, 'waiting@example.org');
  const states = async () =>
    (await query(dataDir, `select state from jobs.job where name = 'send-mail'`)).map(
      ({ state }) => state,
    );
  await expect.poll(states).toEqual(['retry']);
  await invite(first, 'fresh@example.org');
  await kill(first);

  smtp.behavior = {};
  // Whatever was under way when it was killed is taken for lost after two minutes: now, before the
  // next server has anything under way, and after the last statement of this one.
  await query(
    dataDir,
    `select pg_terminate_backend(pid, 30000) from pg_stat_activity
      where application_name like 'chapter-hub%' and pid <> pg_backend_pid()`,
  );
  await query(
    dataDir,
    `update jobs.job set start_after = now(),
      state = case when state = 'active' then 'retry' else state end
      where name = 'send-mail' and completed_on is null`,
  );
  await start();
  await smtp.mailTo('waiting@example.org');
  await smtp.mailTo('fresh@example.org');
  await expect.poll(states).toEqual(['completed', 'completed']);
  expect(smtp.mails.map(({ to }) => to).sort()).toEqual([
    'fresh@example.org',
    'waiting@example.org',
  ]);
});

/** A new chapter's first admin; the token of theirs. */
async function setUp({ url, stdout }: HubProcess): Promise<string> {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const token = /^Set it up .*: http\S+#(\S+)$/m.exec(stdout())?.[1];
  const person = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' };
  const made = await post('/setup', { token, ...person, password: 'a long enough password' });
  const cookie = made.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const asked = await fetch(`${url}/api/auth/token`, { method: 'POST', headers: { cookie } });
  return `Bearer ${((await asked.json()) as { token: string }).token}`;
}
