/** Metrics of a real server, as Prometheus reads them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runExclusively } from '#features/backups/server/run-exclusively.ts';
import { invitationCalls } from '#features/chapters/invitation-contract.ts';
import { startMailServer } from '#features/identity/server/testing/mail-server.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { installationRoot, readHubVersion } from '#server/config/paths.ts';
import { startTestHub, type TestHub, type TestPerson, testSecret } from './hub.ts';
import { type HubProcess, readBuiltCommit, runHub, startHub, stop } from './hub-process.ts';
import { hasOrSay, runs } from './say.ts';
import { temporaryFolder } from './temporary-folder.ts';

let hub: TestHub;
let server: HubProcess;
let maya: TestPerson;
let port: number;
let walletId: string;
const folder = mkdtempSync(join(tmpdir(), 'chapter-hub-metrics-'));

beforeAll(async () => {
  hub = await startTestHub();
  maya = await (await hub.chapter()).person('Maya Chen', 'treasurer');
  const wallet = await maya.call(walletCalls.create, {
    body: { name: 'Purse', ownerId: maya.memberId, currencyCode: 'USD' },
  });
  walletId = wallet.value().id;
  port = await freePort();
  server = await startHub(folder, [], settings());
});
afterAll(async () => {
  if (server) await stop(server);
  await hub?.close();
  rmSync(folder, { recursive: true });
});

const settings = () => ({
  DATABASE_URL: hub.database.appUrl,
  HUB_SECRET: testSecret,
  METRICS_PORT: String(port),
});

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function scrape(at = port): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${at}/metrics`);
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('text/plain; version=0.0.4'),
  ]);
  return reply.text();
}

/** The sum of all samples of a metric with these labels; undefined without any. */
function valueOf(text: string, name: string, labels: Record<string, string> = {}) {
  const samples = text.split('\n').filter((line) => {
    const [, metric, set = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    return (
      metric === name &&
      Object.entries(labels).every(([label, value]) => set.includes(`${label}="${value}"`))
    );
  });
  if (samples.length === 0) return undefined;
  return samples.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

async function send(path: string, init: RequestInit = {}): Promise<number> {
  const headers = { authorization: `Bearer ${maya.token}`, 'content-type': 'application/json' };
  const reply = await fetch(`${server.url}${path}`, { headers, ...init });
  await reply.text();
  return reply.status;
}

test('requests are counted by the pattern of their route and their status, with durations', async () => {
  const before = await scrape();
  const route = { method: 'GET', route: '/api/wallets/:walletId' };
  expect(await send(`/api/wallets/${walletId}`)).toBe(200);
  expect(await send('/api/wallets/0190aaaa-0000-7000-8000-000000000000')).toBe(404);
  const change = async (name: string, labels: Record<string, string>) =>
    (valueOf(await scrape(), name, labels) ?? 0) - (valueOf(before, name, labels) ?? 0);
  expect(await change('hub_http_requests_total', { ...route, status: '200' })).toBe(1);
  expect(await change('hub_http_requests_total', { ...route, status: '404' })).toBe(1);
  expect(await change('hub_http_request_duration_seconds_count', route)).toBe(2);
  expect(await change('hub_refusals_total', { code: 'not_found' })).toBe(1);
});

test('what members send to be written is counted by section', async () => {
  const section = { section: 'Wallets' };
  const count = async () => valueOf(await scrape(), 'hub_written_bytes_total', section) ?? 0;
  const before = await count();
  const body = JSON.stringify({ name: 'Books', ownerId: maya.memberId, currencyCode: 'USD' });
  expect(await send('/api/wallets', { method: 'POST', body })).toBe(201);
  expect(await send('/api/wallets')).toBe(200);
  expect(await count()).toBe(before + body.length);
});

test('no metric names a person, an id or what a request contains', async () => {
  const found = await scrape();
  await send(`/api/wallets/${walletId}?q=rosebud`);
  await send('/api/rosebud/chen');
  await send(`/api/wallets/${walletId}/transactions`, {
    method: 'POST',
    body: JSON.stringify({
      userId: maya.memberId,
      transactionType: 'credit',
      amount: 12.34,
      description: 'rosebud',
    }),
  });
  const after = await scrape();
  expect(valueOf(after, 'hub_http_requests_total')).toBeGreaterThan(
    valueOf(found, 'hub_http_requests_total') ?? 0,
  );
  expect(after).not.toMatch(/rosebud|chen|maya/i);
  for (const id of [maya.memberId, maya.chapterId, maya.accountId, walletId, maya.token]) {
    expect(after).not.toContain(id);
  }
  expect(after).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test('writes that share a statement are counted, and the pool is shown', async () => {
  const before = valueOf(await scrape(), 'hub_batch_size_count') ?? 0;
  const status = await send(`/api/wallets/${walletId}/transactions`, {
    method: 'POST',
    body: JSON.stringify({
      userId: maya.memberId,
      transactionType: 'credit',
      amount: 1,
      description: 'Deposit',
    }),
  });
  expect(status).toBe(201);
  const text = await scrape();
  expect(valueOf(text, 'hub_batch_size_count')).toBe(before + 1);
  expect(valueOf(text, 'hub_database_connections')).toBeGreaterThan(0);
  expect(valueOf(text, 'hub_database_connections_max')).toBe(10);
  expect(valueOf(text, 'hub_database_waiting')).toBe(0);
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  const commit = readBuiltCommit();
  const build = { version: readHubVersion(), ...(commit && { commit }) };
  expect(valueOf(text, 'hub_build_info', build)).toBe(1);
});

test('differences, queues and the state of the storage are reported as the database has them', async () => {
  await expect
    .poll(async () => valueOf(await scrape(), 'hub_figures_check', { state: 'done' }))
    .toBe(1);
  const exact = await scrape();
  expect(valueOf(exact, 'hub_database_up')).toBe(1);
  expect(valueOf(exact, 'hub_differences', { state: 'unexplained' })).toBe(0);
  expect(valueOf(exact, 'hub_queue_jobs', { queue: 'send-mail', state: 'waiting' })).toBe(0);
  expect(valueOf(exact, 'hub_storage_trouble')).toBe(0);

  await asOwner(
    `insert into hub.reconciliation_finding
      (chapter_id, check_name, subject_id, gap, expected, actual, found_at)
    values ('${maya.chapterId}', 'balance', '${walletId}', '1', '1', '2', now())`,
    `insert into jobs.job (id, name, data, policy, start_after, keep_until)
    values (gen_random_uuid(), 'send-mail', '{}', 'standard', now() - interval '1 hour',
      now() + interval '1 day')`,
    `select jobs.create_queue('back-up', '{"policy": "singleton"}')`,
    `insert into hub.backup (id, begun_at, ended_at, bytes, row_count, file, is_encrypted)
    values (gen_random_uuid(), now() - interval '1 hour', now() - interval '59 minutes', 1000, 1, 'b', false)`,
  );
  expect(valueOf(exact, 'hub_backup', { state: 'off' })).toBe(1);
  expect(valueOf(exact, 'hub_backup_timestamp_seconds')).toBeUndefined();
  const text = await scrape();
  expect(valueOf(text, 'hub_backup', { state: 'fine' })).toBe(1);
  expect(valueOf(text, 'hub_backup_timestamp_seconds', { kind: 'proved' })).toBeUndefined();
  expect(valueOf(text, 'hub_backup_timestamp_seconds')).toBeCloseTo(
    Temporal.Now.instant().epochMilliseconds / 1_000 - 3_600,
    -2,
  );
  expect(valueOf(text, 'hub_differences', { state: 'unexplained' })).toBe(1);
  expect(valueOf(text, 'hub_queue_jobs', { queue: 'send-mail', state: 'waiting' })).toBe(1);
  expect(valueOf(text, 'hub_queue_oldest_seconds', { queue: 'send-mail' })).toBeGreaterThan(3_500);
  // This server makes no backups: what waits there is another's, or of a time when it did.
  expect(valueOf(text, 'hub_queue_oldest_seconds', { queue: 'back-up' })).toBeUndefined();
  await asOwner(
    `update jobs.job set state = 'retry', retry_count = 3, start_after = now() + interval '1 hour',
      created_on = now() - interval '2 hours'`,
  );
  // The next attempt is not due, but the mail is late.
  const later = valueOf(await scrape(), 'hub_queue_oldest_seconds', { queue: 'send-mail' });
  expect(later).toBeGreaterThan(7_100);
  await asOwner(
    'delete from jobs.job',
    'delete from hub.reconciliation_finding',
    'delete from hub.backup',
  );
});

test('what is wrong with backups is reported, and when one was last proved', async () => {
  await asOwner(
    `insert into hub.backup (id, begun_at, ended_at, bytes, row_count, file, is_encrypted)
    values (gen_random_uuid(), now() - interval '27 hours', now(), 1000, 1, 'b', false)`,
  );
  // It makes none meanwhile, which would end what is reported.
  await runExclusively(hub.database.ownerUrl, 'back up', async () => {
    const own = await freePort();
    const configured = await startHub(join(folder, 'configured'), [], {
      ...settings(),
      METRICS_PORT: String(own),
      MIGRATION_DATABASE_URL: hub.database.ownerUrl,
      BACKUP_DIR: join(folder, 'backups'),
    });
    try {
      const readBackups = async () => {
        const text = await scrape(own);
        const states = [...text.matchAll(/^hub_backup\{state="(\w+)"\} 1$/gm)];
        const at = valueOf(text, 'hub_backup_timestamp_seconds', { kind: 'proved' });
        return [states.map(([, state]) => state), at];
      };
      expect(await readBackups()).toEqual([['late'], undefined]);
      await asOwner(
        `insert into hub.backup (id, begun_at, ended_at, failure, file, is_encrypted)
        values (gen_random_uuid(), now(), now(), 'disk_full', 'c', false)`,
      );
      expect(await readBackups()).toEqual([['failed'], undefined]);
      const proved = Temporal.Instant.from('2026-01-02T03:04:05Z');
      await asOwner(
        `delete from hub.backup where failure is not null`,
        `update hub.backup set begun_at = now(), rehearsed_at = '${proved.toString()}'`,
      );
      expect(await readBackups()).toEqual([['unproven'], proved.epochMilliseconds / 1_000]);
    } finally {
      await stop(configured);
    }
  });
  await asOwner('delete from jobs.job', 'delete from hub.backup');
});

/** As the operator's own tools do. */
async function asOwner(...statements: string[]): Promise<void> {
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  for (const statement of statements) await owner.query(statement);
  await owner.end();
}

test('a job that never ran is counted, so that its first failure is an increase', async () => {
  const count = async (result: string) =>
    valueOf(await scrape(), 'hub_jobs_total', { name: 'check-audit', result });
  await expect.poll(() => count('failed')).toBe(0);
  expect(await count('done')).toBe(0);
});

test('emails sent, put off and given up, and finished jobs are counted', {
  tags: ['all'],
}, async () => {
  const smtp = await startMailServer();
  onTestFinished(() => smtp.close());
  const mailing = await startTestHub({ config: { smtpUrl: smtp.url } });
  onTestFinished(() => mailing.close());
  const admin = await (await mailing.chapter()).person('Ada Lovelace', 'admin');
  const own = await freePort();
  const backups = await temporaryFolder();
  const serving = await startHub(await temporaryFolder(), [], {
    DATABASE_URL: mailing.database.appUrl,
    HUB_SECRET: testSecret,
    METRICS_PORT: String(own),
    SMTP_URL: smtp.url,
    // Where there is no backup yet, one is made at once.
    BACKUP_DIR: backups,
  });
  onTestFinished(async () => void (await stop(serving)));
  const count = async (name: string, labels: Record<string, string>) =>
    valueOf(await scrape(own), name, labels);
  const mails = (result: string) => count('hub_mails_total', { result });
  const invite = async (email: string) => {
    const sent = await admin.call(invitationCalls.invite, { body: { email, role: 'member' } });
    expect(sent.status).toBe(201);
  };
  expect(await Promise.all(['sent', 'again', 'failed'].map(mails))).toEqual([0, 0, 0]);
  await invite('one@example.org');
  await expect.poll(() => mails('sent')).toBe(1);
  smtp.behavior = { refusesWith: 550 };
  await invite('two@example.org');
  await expect.poll(() => mails('failed')).toBe(1);
  smtp.behavior = { refusesWith: 451 };
  await invite('three@example.org');
  await expect.poll(() => mails('again')).toBeGreaterThanOrEqual(1);
  expect([await mails('sent'), await mails('failed')]).toEqual([1, 1]);
  const job = { name: 'back-up' };
  await expect.poll(() => count('hub_jobs_total', { ...job, result: 'done' })).toBe(1);
  expect(await count('hub_jobs_total', { ...job, result: 'failed' })).toBe(0);
  expect(await count('hub_job_duration_seconds_count', job)).toBe(1);
  expect(await count('hub_job_duration_seconds_sum', job)).toBeGreaterThan(0);
});

test('without METRICS_PORT nothing is measured, and a port in use stops the start by name', async () => {
  const other = runHub(['serve', '--port', '0', '--data', folder], settings());
  expect((await other.ended).code).toBe(1);
  expect(other.stderr()).toBe(`Port ${port} is in use. Choose another with METRICS_PORT.\n`);
  const reply = await fetch(`${server.url}/metrics`);
  expect(await reply.text()).not.toContain('hub_http_requests_total');
});

test('only the page of metrics is served there, and only to be read', async () => {
  const at = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, init).then(({ status }) => status);
  expect(await at('/api/ready')).toBe(404);
  expect(await at('/metrics', { method: 'POST' })).toBe(405);
});

const deploy = join(installationRoot, 'deploy');
const alarms = readFileSync(join(deploy, 'prometheus', 'alarms.yml'), 'utf8');
const dashboard = readFileSync(join(deploy, 'grafana', 'chapter-hub.json'), 'utf8');

/** The queries of a file: a rule's `expr`, on one line or folded, and those of a dashboard's panels. */
function queriesOf(text: string): string[] {
  if (!text.startsWith('{')) {
    return [...text.matchAll(/ expr: (?:>-\n)?((?:.*\n)(?: {10}.*\n)*)/g)].map(
      ([, query = '']) => query,
    );
  }
  type Panel = { readonly targets: readonly { readonly expr: string }[] };
  const { panels } = JSON.parse(text) as { panels: readonly Panel[] };
  return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
}

/** What Prometheus itself adds to every sample. */
const labelsOfPrometheus = ['job', 'instance'];

test.each([
  ['alarms', alarms, 18],
  ['dashboard', dashboard, 25],
])(
  'the queries of the %s name only metrics, labels and values that the hub exports',
  async (_, file, least) => {
    await asOwner(
      `insert into hub.backup
        (id, begun_at, ended_at, bytes, row_count, file, is_encrypted, rehearsed_at)
      values (gen_random_uuid(), now(), now(), 1000, 1, 'b', false, now())`,
    );
    onTestFinished(() => asOwner('delete from hub.backup'));
    await send(`/api/wallets/${walletId}`);
    await send('/api/wallets/0190aaaa-0000-7000-8000-000000000000');
    // Jobs are planned a while after the start.
    await expect.poll(() => scrape()).toContain('hub_jobs_total{');
    const text = await scrape();
    // Patroni's metrics are not the hub's.
    const queries = queriesOf(file).filter((query) => !query.includes('patroni_'));
    expect(queries.length).toBeGreaterThanOrEqual(least);
    for (const query of queries) {
      const selectors = [...query.matchAll(/\b((?:hub|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)];
      expect([query, selectors.length > 0 || /\bup\{/.test(query)]).toEqual([query, true]);
      for (const [, metric = '', matchers = ''] of selectors) {
        const kind = metric.replace(/_(bucket|sum|count)$/, '');
        expect(text).toMatch(new RegExp(`^# TYPE (${metric}|${kind}) `, 'm'));
        for (const [matcher, label = '', values = ''] of matchers.matchAll(/(\w+)=~?"([^"]*)"/g)) {
          if (labelsOfPrometheus.includes(label)) continue;
          expect(labelsOf(text, metric)).toContain(label);
          const exported = valuesOf(text, metric, label);
          for (const value of values.split('|')) {
            const isExported = exported.some((one) => new RegExp(`^${value}$`).test(one));
            expect([metric, matcher, value, isExported]).toEqual([metric, matcher, value, true]);
          }
        }
      }
      for (const [, group = ''] of query.matchAll(/ by \(([^)]*)\)/g)) {
        const offered = [
          'le',
          ...labelsOfPrometheus,
          ...selectors.flatMap(([, one = '']) => labelsOf(text, one)),
        ];
        for (const label of group.split(', ')) expect(offered).toContain(label);
      }
    }
  },
);

/** Values that the hub exports; statuses of its own failures as well, which no request of these tests has. */
function valuesOf(text: string, metric: string, label: string): string[] {
  const samples = text.matchAll(new RegExp(`^${metric}\\{(?:.*,)?${label}="([^"]*)"`, 'gm'));
  const exported = [...samples].map(([, value = '']) => value);
  return label === 'status' ? [...exported, '500', '503'] : exported;
}

/** Of all samples of a metric. */
function labelsOf(text: string, metric: string): string[] {
  const samples = text.matchAll(new RegExp(`^${metric}\\{(.*)\\} `, 'gm'));
  const labels = [...samples].flatMap(([, set = '']) => [...set.matchAll(/(\w+)="/g)]);
  return [...new Set(labels.map(([, label = '']) => label))];
}

test('the guide says what each alarm means', () => {
  const guide = readFileSync(join(installationRoot, 'docs', 'operate.md'), 'utf8');
  const names = [...alarms.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const described = [...guide.matchAll(/^\| `((?:Hub|Patroni)\w+)` \|/gm)].map(([, name]) => name);
  expect(described).toEqual(names);
});

test('each alarm has a case with its trouble and one without', () => {
  const cases = readFileSync(join(deploy, 'prometheus', 'alarms.test.yml'), 'utf8');
  const names = [...alarms.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const raised = new Set<string>();
  const silent = new Set<string>();
  for (const [, name = '', none] of cases.matchAll(/alertname: (\w+),?\s+exp_alerts:( \[\])?/g)) {
    (none ? silent : raised).add(name);
  }
  for (const named of [raised, silent]) expect([...named].toSorted()).toEqual(names.toSorted());
});

const hasPromtool = hasOrSay(runs('promtool', '--version'), 'Cases of the alarms', 'promtool');

test.runIf(hasPromtool)(
  'each trouble raises its alarm, and order raises none',
  { tags: ['all'] },
  () => {
    const folder = join(deploy, 'prometheus');
    for (const args of [
      ['check', 'config', 'prometheus.yml'],
      ['check', 'config', '../high-availability/prometheus.yml'],
      ['test', 'rules', 'alarms.test.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        cwd: folder,
        encoding: 'utf8',
      });
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    }
  },
);
