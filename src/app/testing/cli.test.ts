/** The operator's commands next to a running server: some as real processes, as all are in `npm run test:all`. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { installationCalls } from '#features/chapters/installation-contract.ts';
import { resetCalls } from '#features/identity/reset-contract.ts';
import { memberCalls } from '#features/members/contract.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { createLog } from '#server/config/log.ts';
import { migrationsFolder } from '#server/config/paths.ts';
import { migrate } from '#server/database/migrate.ts';
import { readMigrationFiles } from '#server/database/migration-files.ts';
import { runCommandLine } from '../server/cli.ts';
import { tier } from './amounts.ts';
import { createTestDatabase, withClient } from './database.ts';
import { callApp, startTestHub, type TestHub, type TestPerson, testSecret } from './hub.ts';
import { hubProgram, readBuiltCommit, runHub } from './hub-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

let hub: TestHub;
let treasurer: TestPerson;
let email: string;

/** Needed once another test has created a chapter. */
let here: string[];
beforeAll(async () => {
  hub = await startTestHub();
  const chapter = await hub.chapter();
  here = ['--chapter', chapter.id];
  treasurer = await chapter.person('Diego Alvarez', 'treasurer');
  const found = (await treasurer.call(memberCalls.list)).value().items[0];
  email = found?.email ?? '';
});
afterAll(() => hub?.close());

async function run(...args: string[]) {
  const command = runHub(args, {
    DATABASE_URL: hub.database.ownerUrl,
    HUB_SECRET: testSecret,
    PUBLIC_URL: 'https://hub.example.org',
  });
  const { code } = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

/** Runs a command in this process, which takes a tenth of the time. */
async function runHere(...args: string[]) {
  const listen = (stream: NodeJS.WriteStream) => {
    const written: string[] = [];
    const spy = vi
      .spyOn(stream, 'write')
      .mockImplementation((text) => written.push(String(text)) > 0);
    return { text: () => written.join(''), end: () => spy.mockRestore() };
  };
  const [out, error] = [listen(process.stdout), listen(process.stderr)];
  try {
    const code = await runCommandLine(args);
    return { code, stdout: out.text(), stderr: error.text() };
  } finally {
    out.end();
    error.end();
    process.exitCode = undefined;
  }
}

/** As `run`, which `npm run test:all` runs instead. */
async function runOnHub(...args: string[]) {
  if (tier !== 'gate') return run(...args);
  const variables = {
    DATABASE_URL: hub.database.ownerUrl,
    HUB_SECRET: testSecret,
    PUBLIC_URL: 'https://hub.example.org',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    return await runHere(...args);
  } finally {
    for (const name of Object.keys(variables)) vi.stubEnv(name, undefined);
  }
}

describe('how it is called', () => {
  async function runInline(...args: string[]) {
    const { code, stdout, stderr } = await runHere(...args);
    return { code, text: `${stdout}${stderr}` };
  }

  test('--version prints the version of package.json, and the commit of the build', async () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'),
    );
    // From its sources it is of no commit.
    expect(await runInline('--version')).toEqual({ code: 0, text: `${version}\n` });
    const commit = readBuiltCommit();
    const built = commit === undefined ? version : `${version} (${commit})`;
    expect(await run('--version')).toEqual({ code: 0, stdout: `${built}\n`, stderr: '' });
    const isCheckout = existsSync(join(import.meta.dirname, '../../../.git'));
    expect(commit).toEqual(
      isCheckout ? expect.stringMatching(/^[0-9a-f]{40}(-dirty)?$/) : undefined,
    );
  });

  test('every command has help', async () => {
    const { code, text } = await runInline('--help');
    expect(code).toBe(0);
    const commands = [...text.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map(
      ([, name = '']) => name,
    );
    expect(commands.length).toBeGreaterThanOrEqual(6);
    for (const name of commands) {
      const help = await runInline(name, '--help');
      expect([name, help.code]).toEqual([name, 0]);
      expect(help.text).toContain('--data <directory>');
    }
  });

  test.each([
    '',
    'nonsense',
    'serve --nonsense',
    'serve nonsense',
    'token',
    'token a@b.test --hours 25',
    'seed --members 0',
    'seed --events 1e3',
    'reconcile --explain --data',
    'import-chapter a.zip --same-person --replace ./hub',
    "invite a@b.test --data ''",
    "restore ''",
  ])('wrong usage is reported with exit code 2: hub %s', async (line) => {
    const words = line.split(' ').filter(Boolean);
    const { code, text } = await runInline(...words.map((word) => (word === "''" ? '' : word)));
    expect(code).toBe(2);
    expect(text).not.toBe('');
  });

  const id = '0198f6c0-0000-7000-8000-000000000000';
  const issuer = 'https://id.example.org';
  const wordsOf: Record<string, readonly string[]> = {
    'export-chapter': [id],
    'import-chapter': ['chapter.zip'],
    'move-chapter': [id],
    'move-files': ['bucket'],
    connect: ['a@example.org', issuer, 'ann'],
    invite: ['a@example.org'],
    token: ['a@example.org'],
    'create-chapter': ['Oslo', '--admin', 'a@example.org'],
    'installation-admin': ['a@example.org'],
    'reset-factors': ['a@example.org'],
    'reset-password': ['a@example.org'],
  };
  const beginners = ['serve', 'migrate', 'restore', 'import-chapter', 'seed'];

  test('only commands that begin an installation create one; the others refuse a mistyped folder or database', async () => {
    const folder = await temporaryFolder();
    const typo = join(folder, 'typo');
    const { ownerUrl, drop } = await createTestDatabase({ isMigrated: false });
    vi.stubEnv('FILES_S3_URL', 'https://KEY:SECRET@s3.example.org/bucket');
    vi.stubEnv('TRUSTED_ISSUERS', JSON.stringify([{ issuer, audience: 'hub' }]));
    try {
      const help = (await runInline('--help')).text;
      const names = [...help.matchAll(/^ {2}([a-z-]+) \[options\]/gm)].map(([, name = '']) => name);
      const others = names.filter((name) => !beginners.includes(name));
      expect(others.length).toBe(names.length - beginners.length);
      for (const name of others) {
        const words = [name, ...(wordsOf[name] ?? [])];
        const nowhere = await runInline(...words, '--data', typo);
        expect([name, nowhere]).toEqual([
          name,
          { code: 1, text: expect.stringMatching(`^There is no hub in ${typo}\\. .*--data`) },
        ]);
        expect([name, await readdir(folder)]).toEqual([name, []]);
        vi.stubEnv('DATABASE_URL', ownerUrl);
        const empty = await runInline(...words, '--data', folder);
        vi.stubEnv('DATABASE_URL', undefined);
        expect([name, empty]).toEqual([
          name,
          {
            code: 1,
            text: expect.stringMatching(/There is no hub in this database\. .*DATABASE_URL/),
          },
        ]);
      }
      const { rows } = await withClient(ownerUrl, (client) =>
        client.query(`select from pg_namespace where nspname in ('hub', 'auth')`),
      );
      expect(rows).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      process.exitCode = undefined;
      await drop();
    }
  });

  test('no backup, check or other command migrates a database of an older version', async () => {
    const folder = await temporaryFolder();
    const { ownerUrl, drop } = await createTestDatabase({ isMigrated: false });
    vi.stubEnv('DATABASE_URL', ownerUrl);
    try {
      const earlier = (await readMigrationFiles(migrationsFolder)).slice(0, -1);
      const upTo = earlier.at(-1)?.version ?? 0;
      await migrate(ownerUrl, { log: createLog('silent'), upTo });
      const commands = ['backup', 'export-chapter', 'reconcile', 'invite', 'new-secret'];
      for (const name of [...commands, 'import-chapter', 'seed']) {
        const refused = await runInline(name, ...(wordsOf[name] ?? []), '--data', folder);
        expect([name, refused]).toEqual([
          name,
          {
            code: 1,
            text: expect.stringMatching(
              /older version \(\S+\) than this one \(\S+\)\. Back it up with the version that/,
            ),
          },
        ]);
      }
      expect(await readdir(folder)).toEqual([]);
      const { rows } = await withClient(ownerUrl, (client) =>
        client.query('select version from hub.migration'),
      );
      expect(rows).toHaveLength(earlier.length);
    } finally {
      vi.unstubAllEnvs();
      process.exitCode = undefined;
      await drop();
    }
  });
});

test('the built server is ASCII, of which V8 keeps one byte a character', async () => {
  const folder = dirname(hubProgram);
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const texts = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  expect(names).toContain('main.js');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII
  expect(texts.filter(([, text]) => !/^[\0-\x7f]*$/.test(text)).map(([name]) => name)).toEqual([]);
});

test('token prints only a token, which works on the running server', async () => {
  const { code, stdout } = await run('token', email.toUpperCase());
  expect(code).toBe(0);
  const reply = await callApp(hub.app, memberCalls.list, {
    authorization: `Bearer ${stdout.trimEnd()}`,
  });
  expect(reply.value().items.map((member) => member.email)).toEqual([email]);
  const nobody = await run('token', 'nobody@example.org');
  expect(nobody).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No account has this email address\n',
  });
});

test('token takes the id of a chapter in any case, and lists them for anything else', async () => {
  const [, id = ''] = here;
  expect(await runOnHub('token', email, '--chapter', id.toUpperCase())).toMatchObject({ code: 0 });
  const refused = await runOnHub('token', email, '--chapter', 'San Diego');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`Choose a chapter with --chapter:\n`),
  ]);
  expect(refused.stderr).toContain(id);
});

test('connect connects an account once, and only to a configured issuer', async () => {
  const issuer = 'https://id.example.org';
  vi.stubEnv('TRUSTED_ISSUERS', JSON.stringify([{ issuer, audience: 'hub' }]));
  const other = await runOnHub('connect', email, 'https://other.example.org', 'reports');
  expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining(issuer) });
  const done = await runOnHub('connect', email.toUpperCase(), issuer, 'reports');
  expect([done.code, done.stderr]).toEqual([0, '']);
  const found = await sql<{ email: string }>`
    select a.email from auth.identity i join auth.account a on a.id = i.account_id
    where i.issuer = ${issuer} and i.subject = 'reports'`.execute(hub.db);
  expect(found.rows).toEqual([{ email }]);
  expect(await runOnHub('connect', email, issuer, 'reports')).toMatchObject({ code: 1 });
  const nobody = await runOnHub('connect', 'nobody@example.org', issuer, 'else');
  expect(nobody.stderr).toBe('No account has this email address\n');
  vi.stubEnv('TRUSTED_ISSUERS', undefined);
});

test('invite prints its link and refuses unknown roles', async () => {
  const { code, stdout } = await runOnHub('invite', 'new@example.org', '--role', 'admin', ...here);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^https:\/\/hub\.example\.org\/join#\S{40,}\n$/);
  const refused = await runOnHub('invite', 'new@example.org', '--role', 'owner', ...here);
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('member, treasurer, admin');
});

test('reset-password prints a link for existing accounts only', async () => {
  const hash = sql`
    update auth.account set password_hash = 'x' where email = ${email}`;
  await hash.execute(hub.db);
  const { code, stdout } = await runOnHub('reset-password', email.toUpperCase());
  expect(code).toBe(0);
  expect(stdout).toMatch(/^https:\/\/hub\.example\.org\/reset#[\w-]{64}\n$/);
  const token = stdout.trim().split('#')[1] ?? '';
  const look = await callApp(hub.app, resetCalls.preview, {}, { body: { token } });
  expect(look.value()).toEqual({ email });
  const nobody = await runOnHub('reset-password', 'nobody@example.org');
  expect([nobody.code, nobody.stdout]).toEqual([1, '']);
});

test('create-chapter invites an admin, and installation admins can be granted', async () => {
  const made = await runOnHub('create-chapter', 'Oslo', '--admin', 'ola@example.org');
  expect([made.code, made.stderr]).toEqual([0, expect.stringMatching(/^Created the chapter Oslo/)]);
  expect(made.stdout).toMatch(/^https:\/\/hub\.example\.org\/join#\S{40,}\n$/);
  const again = await runOnHub('create-chapter', 'oslo', '--admin', 'ola@example.org');
  expect(again).toEqual({
    code: 1,
    stdout: '',
    stderr: "There's already a chapter with this name\n",
  });
  const listed = () => treasurer.call(installationCalls.chapters);
  expect((await listed()).status).toBe(403);
  expect((await runOnHub('installation-admin', email)).code).toBe(0);
  const names = (await listed()).value().items.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['Oslo', 'San Diego']));
  expect(await runOnHub('installation-admin', email, '--remove')).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^No one is an installation admin now: /),
  });
  expect((await listed()).status).toBe(403);
  expect((await runOnHub('installation-admin', 'nobody@example.org')).code).toBe(1);
});

test.each([
  [['--admin', 'nobody'], '--admin: '],
  [['--admin', 'ola@example.org', '--time-zone', 'Mars'], '--time-zone: '],
  [['--admin', 'ola@example.org', '--policy', 'strict'], '--policy: '],
])('create-chapter %j names the option that is wrong', async (options, name) => {
  const { code, stderr } = await runOnHub('create-chapter', 'Tromso', ...options);
  expect([code, stderr.slice(0, name.length)]).toEqual([1, name]);
});

test('what changes or gives away something is noted with who ran it, and not whom it is about', async () => {
  const data = await temporaryFolder();
  vi.stubEnv('SUDO_USER', 'ola');
  const words = ['create-chapter', 'Bergen', '--admin', 'ola@example.org', '--data', data];
  expect((await runOnHub(...words)).code).toBe(0);
  expect((await runOnHub(...words)).code).toBe(1);
  await runOnHub('doctor', '--data', data);
  vi.stubEnv('SUDO_USER', undefined);
  const lines = readFileSync(join(data, 'commands.log'), 'utf8').trimEnd().split('\n');
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  const by = { time, command: 'create-chapter', user: userInfo().username, sudoUser: 'ola' };
  const pid = expect.any(Number);
  const entry = { ...by, pid, words: ['Bergen'], options: { admin: '…' } };
  const entries = lines.map((line) => JSON.parse(line));
  // The first one that succeeds makes the file.
  expect(entries).toEqual([{ ...entry, exitCode: 0 }, entry, { ...entry, exitCode: 1 }]);
  expect(entries[1].pid).toBe(entries[2].pid);
  expect((await stat(join(data, 'commands.log'))).mode & 0o777).toBe(0o600);
});

test('who a command is about is not noted, however that was written', async () => {
  const data = await temporaryFolder();
  await writeFile(join(data, 'commands.log'), '', { mode: 0o600 });
  await runOnHub('reset-factors', 'Ola Berg', '--data', data);
  await runOnHub('connect', 'Ola Berg', 'https://id.example.org', 'ola-berg', '--data', data);
  const log = readFileSync(join(data, 'commands.log'), 'utf8');
  expect(log).toContain('"words":["…","https://id.example.org","…"]');
  expect(log).not.toMatch(/ola/i);
});

test.each([
  ['restore', 'chapter.zip', 'An archive of a chapter is for import-chapter.'],
  ['import-chapter', 'chapter-hub.tar.zst.age', 'A backup is for restore.'],
])('%s says for which command the file %s is', async (command, name, advice) => {
  const data = await temporaryFolder();
  await writeFile(join(data, name), 'what it is for');
  const { code, stderr } = await runOnHub(command, join(data, name), '--data', data);
  expect([code, stderr.trimEnd()]).toEqual([1, expect.stringMatching(new RegExp(`${advice}$`))]);
});

test('a command runs though it can not be noted, which it says', async () => {
  const data = await temporaryFolder();
  await symlink('/dev/null', join(data, 'commands.log'));
  const { code, stderr } = await runOnHub('invite', 'new@example.org', ...here, '--data', data);
  expect(code).toBe(0);
  expect(stderr).toContain("commands.log can't be written (ELOOP)");
});

test('reset-factors lets the password alone sign in again, and reports if there was nothing', async () => {
  const lost = await (await hub.chapter()).person('Lotte Lost');
  const found = await sql<{ email: string }>`
    select email from auth.account where id = ${lost.accountId}`.execute(hub.db);
  const theirs = found.rows[0]?.email ?? '';
  await sql`insert into auth.passkey
    (id, account_id, credential_id, public_key, counter, transports, name, created_at)
    values (${lost.memberId}, ${lost.accountId}, 'AA', 'AA', 0, '{}', 'Phone', now())`.execute(
    hub.db,
  );
  const reset = await runOnHub('reset-factors', theirs.toUpperCase());
  expect(reset).toEqual({
    code: 0,
    stdout: `${theirs}: authenticator app was not set up, passkeys removed: 1, connections removed: 0, sessions ended: 1\n`,
    stderr: '',
  });
  expect((await lost.call(walletCalls.list)).status).toBe(401);
  const nobody = await runOnHub('reset-factors', 'nobody@example.org');
  expect(nobody).toEqual({
    code: 1,
    stdout: '',
    stderr: 'No account has this email address\n',
  });
});

/** A wallet of $12.34. */
async function addWallet() {
  const created = await treasurer.call(walletCalls.create, {
    body: { name: 'Purse', ownerId: treasurer.memberId, currencyCode: 'USD' },
  });
  const walletId = created.value().id;
  await treasurer.call(walletCalls.addTransaction, {
    params: { walletId },
    body: {
      userId: treasurer.memberId,
      transactionType: 'credit',
      amount: cents(12_34),
      description: 'Deposit',
    },
  });
  return walletId;
}

test('reconcile exits with 0 if all figures add up, and with 1 and the differences otherwise', async () => {
  await mendBalances();
  const walletId = await addWallet();
  const exact = await run('reconcile');
  expect([exact.code, exact.stderr]).toEqual([0, '']);
  expect(await run('reconcile', '--explain', 'A test')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\nNothing to explain: /),
  });
  expect(exact.stdout).toMatch(
    /^(audit log of chapter \S+ ends with \S+\/\d+\/[0-9a-f]{64}\n)+0 differences\n$/,
  );

  await asOwnerPastAllRules(`update hub.ledger_account set balance_cents = balance_cents + 1`);
  const found = await run('reconcile');
  expect(found.code).toBe(1);
  expect(found.stdout).toContain(walletId);
  expect(found.stdout).toMatch(/expected 1234\b.*, found 1235\b/);
  expect(found.stdout).toMatch(/\n[1-9]\d* differences?\n$/);
});

test('doctor exits with 0 if nothing is wrong, and with 1 and what to do otherwise', async () => {
  await mendBalances();
  await addWallet();
  const right = await run('doctor');
  expect(right.stdout).toMatch(/^fine {5}Figures: They add up\.$/m);
  expect([right.code, right.stdout.split('\n').at(-2)]).toEqual([0, '0 problems']);
  await asOwnerPastAllRules(`update hub.ledger_account set balance_cents = balance_cents + 1`);
  const wrong = await run('doctor');
  expect(wrong.stdout).toMatch(/^PROBLEM {2}Figures: .*npm run hub -- reconcile$/m);
  expect([wrong.code, wrong.stdout.split('\n').at(-2)]).toEqual([1, '1 problem']);
  const report = await run('doctor', '--json');
  const { problems, checks } = JSON.parse(report.stdout);
  expect([report.code, problems]).toEqual([1, 1]);
  expect(checks).toContainEqual({
    code: 'figures',
    level: 'problem',
    text: expect.stringMatching(/^\d+ differences? without an explanation/),
  });
  expect(checks.map(({ code }: { code: string }) => code)).toEqual([
    'address',
    'mail',
    'disk',
    'clock',
    'migrations',
    'secret',
    'role',
    'collations',
    'extensions',
    'indexes',
    'figures',
    'audit-logs',
    'backups',
    'files',
  ]);
});

/** Those that another test has made wrong. */
const mendBalances = () =>
  asOwnerPastAllRules(
    `update hub.ledger_account a set balance_cents = (select coalesce(sum(amount_cents), 0)
      from hub.ledger_entry e where e.wallet_id = a.wallet_id)`,
  );

/** Disables the triggers first, which no application can do. */
async function asOwnerPastAllRules(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: hub.database.ownerUrl });
  await client.connect();
  await client.query(`set session_replication_role = replica; ${statement}`);
  await client.end();
}

test('seed creates a chapter of the given size whose figures add up', async () => {
  const seeded = await startTestHub();
  try {
    const command = runHub(
      ['seed', '--members', '5', '--expenses', '12', '--events', '7', '--transactions', '9'],
      { DATABASE_URL: seeded.database.ownerUrl, HUB_SECRET: testSecret },
    );
    expect([(await command.ended).code, command.stderr()]).toEqual([0, '']);
    const [, chapterId, admin] =
      /^Chapter (\S+), admin (\S+@seed\.test)\n$/.exec(command.stdout()) ?? [];
    for (const [table, count] of [
      ['member', 5],
      ['expense', 12],
      ['event_occurrence', 7],
      ['wallet_transaction', 9],
    ] as const) {
      const rows = await seeded.db.selectFrom(table).select('chapter_id').execute();
      expect([table, rows.length]).toEqual([table, count]);
      expect(new Set(rows.map((row) => row.chapter_id))).toEqual(new Set([chapterId]));
    }
    expect(await seeded.differences()).toEqual([]);
    const token = runHub(['token', admin ?? ''], {
      DATABASE_URL: seeded.database.ownerUrl,
      HUB_SECRET: testSecret,
    });
    expect((await token.ended).code).toBe(0);
    const authorization = `Bearer ${token.stdout().trimEnd()}`;
    const reply = await callApp(seeded.app, memberCalls.list, { authorization });
    expect(reply.value().totalCount).toBe(5);
  } finally {
    await seeded.close();
  }
});
