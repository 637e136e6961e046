/** What an operator reads when a start or a command fails: a line, never our code. */
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readHubVersion } from '#server/config/paths.ts';
import { findPostmaster } from '#server/postgres/postmaster.ts';
import { describeFailure } from '../server/describe-failure.ts';
import { startTestHub, type TestHub, testSecret } from './hub.ts';
import { removeDataDir, runHub, startHub, stop } from './hub-process.ts';
import { hasPgBouncer, startPgBouncer } from './pgbouncer.ts';
import { temporaryFolder } from './temporary-folder.ts';

let hub: TestHub;
beforeAll(async () => {
  hub = await startTestHub();
});
afterAll(() => hub?.close());

async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = runHub(args, env);
  const { code } = await command.ended;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

const onDatabase = (env: NodeJS.ProcessEnv = {}) => ({
  DATABASE_URL: hub.database.ownerUrl,
  HUB_SECRET: testSecret,
  ...env,
});

function expectOneLine({ code, stderr }: { code: number | null; stderr: string }, message: string) {
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/\n {4}at /);
  expect([code, stderr.trimEnd().split('\n').length, stderr.length < 700]).toEqual([1, 1, true]);
}

describe('a folder that cannot be used is named with the reason', () => {
  test('a file where a folder should be', async () => {
    const folder = await temporaryFolder();
    writeFileSync(join(folder, 'file'), '');
    const data = join(folder, 'file', 'data');
    for (const command of ['serve', 'reconcile', 'backup']) {
      expectOneLine(await run([command, '--data', data]), 'a part of the path is not a folder');
    }
    expectOneLine(
      await run(['serve', '--data', join(folder, 'file')]),
      'a file with this name exists already',
    );
  });

  test.runIf(process.platform === 'linux')('a place where nothing can be made', async () => {
    expectOneLine(await run(['serve', '--data', '/proc/hub']), "/proc/hub can't be used");
    // A folder that is there, and takes nothing: the operator knows no other by name.
    expectOneLine(await run(['serve', '--data', '/proc/1']), "/proc/1 can't be used");
  });

  test('a secret that cannot be read', async () => {
    const data = await temporaryFolder();
    writeFileSync(join(data, 'secret'), 'too short');
    const refused = await run(['token', 'a@example.org', '--data', data], {
      DATABASE_URL: hub.database.ownerUrl,
    });
    expectOneLine(refused, 'has fewer than 32 characters');
  });
});

test('a command with a wrong setting does nothing but name it', async () => {
  expectOneLine(
    await run(['serve', '--port', '0'], onDatabase({ TRUST_PROXY: 'yes' })),
    'on or off',
  );
  expectOneLine(await run(['reconcile'], onDatabase({ DATABSE_URL: 'x' })), 'mean DATABASE_URL,');
});

test('an address that this machine does not have is named', async () => {
  const refused = await run(['serve', '--port', '0'], onDatabase({ HOST: '203.0.113.7' }));
  expectOneLine(refused, "203.0.113.7 can't be used: this machine has no such address");
});

test('an unknown host to listen on is not taken for that of the database', async () => {
  const refused = await run(['serve', '--port', '0'], onDatabase({ HOST: 'host.invalid' }));
  expectOneLine(refused, "host.invalid can't be used: ");
});

test('an unreachable database is named', async () => {
  const url = 'postgres://hub@127.0.0.1:1/hub';
  for (const command of ['serve', 'reconcile', 'migrate']) {
    const refused = await run([command, '--port', '0'].slice(0, command === 'serve' ? 3 : 1), {
      DATABASE_URL: url,
      HUB_SECRET: testSecret,
    });
    expectOneLine(refused, "The database can't be used");
  }
});

test('doctor names a database that is down, and checks what needs none', async () => {
  const refused = await run(['doctor'], {
    DATABASE_URL: 'postgres://hub:hunter2@127.0.0.1:1/hub',
    HUB_SECRET: testSecret,
  });
  expect([refused.code, refused.stderr]).toEqual([1, '']);
  expect(refused.stdout).toMatch(
    /^PROBLEM {2}Database: .*ECONNREFUSED.*Is PostgreSQL running, .* right in DATABASE_URL\?/m,
  );
  expect(refused.stdout).toMatch(/^advice {3}Mail: /m);
  expect(refused.stdout).not.toContain('hunter2');
  const unknown = await run(['doctor'], { DATABASE_URL: 'postgres://hub@host.invalid/hub' });
  expect(unknown.stdout).toMatch(
    /^PROBLEM {2}Database: host\.invalid can't be used: [^.]+\. Is PostgreSQL running/m,
  );
});

test('doctor --json prints one document, whatever is wrong', async () => {
  const { code, stdout } = await run(['doctor', '--json', '--data', await temporaryFolder()]);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    version: readHubVersion(),
    checks: expect.arrayContaining([
      { code: 'database', level: 'problem', text: expect.stringContaining('There is no hub in') },
    ]),
  });
});

test.skipIf(!hasPgBouncer)('doctor names the setting that leads to a pooler, once', async () => {
  const bouncer = await startPgBouncer(hub.database.appUrl, 'transaction');
  onTestFinished(bouncer.close);
  for (const env of [
    { DATABASE_URL: bouncer.url },
    { DATABASE_URL: bouncer.url, MIGRATION_DATABASE_URL: hub.database.ownerUrl },
    { DATABASE_URL: hub.database.appUrl, MIGRATION_DATABASE_URL: bouncer.url },
  ]) {
    const { code, stdout } = await run(['doctor'], onDatabase(env));
    const name = env.DATABASE_URL === bouncer.url ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL';
    expect([code, stdout.match(/^PROBLEM.*/gm)]).toEqual([
      1,
      [
        expect.stringMatching(
          `^PROBLEM  Database: ${name} leads to a connection pooler, .*POOLER_`,
        ),
      ],
    ]);
  }
});

test('a database that a newer version migrated is left alone, with the way out', async () => {
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(
    `insert into hub.migration (version, name, checksum)
      select max(version) + 1, '9999_of_tomorrow.sql', '' from hub.migration returning version`,
  );
  const setVersion = (version: string) =>
    owner.query(`update hub.installation set value = $1 where key = 'hub_version'`, [version]);
  await setVersion('9.8.7');
  try {
    // Whether the server migrates by itself or only looks.
    for (const url of [hub.database.ownerUrl, hub.database.appUrl]) {
      const refused = await run(['serve', '--port', '0'], onDatabase({ DATABASE_URL: url }));
      expectOneLine(
        refused,
        `The database is newer than this version of Chapter Hub (${readHubVersion()}), as it was migrated by 9.8.7: it knows 9999_of_tomorrow.sql`,
      );
      expect(refused.stderr).toContain('Install the newer version');
      expect(refused.stdout).toBe('');
    }
  } finally {
    await owner.query('delete from hub.migration where version = $1', [rows[0].version]);
    await setVersion(readHubVersion());
    await owner.end();
  }
});

test('a server names the version whose database it takes over, once', async () => {
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  await owner.query(`update hub.installation set value = '0.1.9' where key = 'hub_version'`);
  await owner.end();
  const start = async () => {
    const server = await startHub(await temporaryFolder(), [], onDatabase());
    await stop(server);
    return server.stderr();
  };
  const version = readHubVersion();
  const takesOver = `Chapter Hub ${version} takes over a database that version 0.1.9 used last`;
  expect(await start()).toContain(takesOver);
  expect(await start()).not.toContain('takes over');
});

test('damaged data in a command is reported as such', async () => {
  await (await hub.chapter()).person('Maya Chen');
  const owner = new pg.Client({ connectionString: hub.database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query(
    `select pg_get_functiondef('hub.check_figures'::regproc) as definition`,
  );
  const damaged = `begin raise exception 'could not read blocks 216..216' using errcode = 'XX001';`;
  try {
    await owner.query(rows[0].definition.replace(/\bbegin\b/i, damaged));
    expectOneLine(await run(['reconcile'], onDatabase()), 'damaged data or a failing disk');
  } finally {
    await owner.query(rows[0].definition);
    await owner.end();
  }
});

test('a folder that takes no backups is named at the start, which goes on', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const serving = await startHub(join(folder, 'data'), [], onDatabase({ BACKUP_DIR: file }));
  onTestFinished(async () => void (await stop(serving)));
  await expect
    .poll(serving.stderr, { timeout: 20_000 })
    .toContain(`No backups can be saved in ${file} (BACKUP_DIR): it is a file`);
});

test('another secret than that of the database stops the start, and new-secret is the way out', async () => {
  const maya = await (await hub.chapter()).person('Maya Chen');
  const other = { ...onDatabase(), HUB_SECRET: 'x'.repeat(32) };
  expectOneLine(await run(['serve', '--port', '0'], other), 'HUB_SECRET is not the one of this');
  expectOneLine(await run(['token', 'a@example.org'], other), 'npm run hub -- new-secret');
  const folder = await temporaryFolder();
  const without = { ...onDatabase(), HUB_SECRET: '', HUB_DATA: folder };
  expectOneLine(await run(['serve', '--port', '0'], without), 'is missing');
  // The running hub of this test counts as a server, for as long as one of its connections is open.
  const refused = await hub.db.connection().execute(() => run(['new-secret'], other));
  expectOneLine(refused, 'A server is using this database');
  expect(maya.token).not.toBe('');
});

test('a lost secret stops the start until new-secret retires it, and commands know the address', async () => {
  const data = await temporaryFolder();
  const args = ['--data', data];
  const first = await startHub(data);
  onTestFinished(() => removeDataDir(data, [first]));
  const made = await run(['create-chapter', 'Oslo', '--admin', 'ola@example.org', ...args]);
  expect(made.stdout).toMatch(new RegExp(`^${first.url}/join#`));
  expect((await run(['seed', '--members', '1', ...args])).code).toBe(0);
  expectOneLine(await run(['new-secret', ...args]), 'A server is running');
  await stop(first);
  rmSync(join(data, 'secret'));
  expectOneLine(await run(['serve', '--port', '0', ...args]), 'is missing');
  expect(readdirSync(data)).not.toContain('secret');
  const renewed = await run(['new-secret', ...args]);
  expect([renewed.code, renewed.stderr]).toEqual([0, '']);
  expect(renewed.stdout).toContain(`The new secret is in ${data}/secret.`);
  const second = await startHub(data);
  expect((await stop(second)).code).toBe(0);
});

test('a server whose data goes away, as with its disk, ends instead of making an empty hub', async () => {
  const data = await temporaryFolder();
  const serving = await startHub(data);
  onTestFinished(() => removeDataDir(data, [serving]));
  const cluster = join(data, 'postgres');
  const postmaster = findPostmaster(cluster)?.pid ?? Number.NaN;
  renameSync(cluster, join(data, 'elsewhere'));
  process.kill(postmaster, 'SIGKILL');
  expect((await serving.ended).code).toBe(1);
  expect(serving.stderr()).toContain(`The data in ${cluster} is gone. Is its disk still mounted?`);
  expect(readdirSync(data)).not.toContain('postgres');

  renameSync(join(data, 'elsewhere'), cluster);
  const again = await startHub(data);
  expect((await stop(again)).code).toBe(0);
});

test.each([
  ['EACCES', /^\/data can't be used: permission denied\. Chapter Hub runs as user ID \d+\.$/],
  ['EROFS', /^\/data can't be used: the file system is read-only\.$/],
  ['ENOSPC', /^\/data can't be used: the disk is full\.$/],
  ['ESTALE', /^\/data can't be used: ESTALE\.$/],
])('%s of a path is described in words', (code, words) => {
  const failure = Object.assign(new Error(code), { code, syscall: 'open', path: '/data' });
  expect(describeFailure(failure)).toMatch(words);
});

test('what is a bug says so, with the lines to report', () => {
  expect(describeFailure(new TypeError('x is not a function'))).toMatch(
    /^Chapter Hub failed because of a bug\. Please report these lines:\nTypeError: x is not a function\n {4}at /,
  );
});
