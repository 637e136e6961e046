/** Each check of `hub doctor` fails if what it checks is wrong, and says how to mend it. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type MailServer, startMailServer } from '#features/identity/server/testing/mail-server.ts';
import { walletCalls } from '#features/wallets/contract.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import { checkFigures, explainDifferences } from '#server/checks/reconciliation.ts';
import { readConfig } from '#server/config/config.ts';
import { connect, type Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { openBucket } from '#server/s3/bucket.ts';
import { hasS3Server, startS3Server } from '#server/s3/testing/s3-server.ts';
import { checkBackupBucket, checkBackupFolder, checkDisk } from '../server/doctor/backup-checks.ts';
import { checkExtensions, checkIndexes } from '../server/doctor/database-checks.ts';
import { examineDatabase, examineSurroundings } from '../server/doctor/examine.ts';
import { checkNames, type Examined } from '../server/doctor/finding.ts';
import { checkFileBucket } from '../server/doctor/installation-checks.ts';
import { checkMail } from '../server/doctor/mail-check.ts';
import { startTestHub, type TestHub, testSecret } from './hub.ts';
import { createFixtures } from './matrix/fixtures.ts';
import { temporaryFolder } from './temporary-folder.ts';

let hub: TestHub;
let client: pg.Client;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  hub = await startTestHub();
  const { owner } = await createFixtures(hub, 'Heron');
  const body = { name: 'Trips', ownerId: owner.memberId, currencyCode: 'USD' as const };
  (await owner.call(walletCalls.create, { body })).value();
  client = new pg.Client({ connectionString: hub.database.ownerUrl, application_name: 'a test' });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await hub?.close();
  await mailServer?.close();
});

type Wishes = {
  readonly variables?: Record<string, string>;
  readonly readClock?: () => Instant;
  readonly db?: Db;
  readonly isOnlyDatabase?: boolean;
};

/** What needs a database, and unless `isOnlyDatabase` the surroundings. */
async function examineAll({
  variables,
  readClock = () => toInstant(Temporal.Now.instant()),
  db = hub.db,
  isOnlyDatabase = false,
}: Wishes = {}) {
  const folder = await temporaryFolder();
  const config = readConfig(
    {
      BACKUP_DIR: folder,
      BACKUP_PASSPHRASE: 'four words and some more',
      HUB_SECRET: testSecret,
      PUBLIC_URL: 'https://hub.example.org',
      TRUST_PROXY: 'on',
      SMTP_URL: mailServer.url,
      DATABASE_URL: hub.database.appUrl,
      ...variables,
    },
    { data: folder },
  );
  const found: Record<string, Examined> = {};
  const now = toInstant(Temporal.Now.instant());
  const { ownerUrl } = hub.database;
  if (!isOnlyDatabase) {
    for await (const each of examineSurroundings(config)) found[checkNames[each.code]] = each;
  }
  const patient = { config, db, client, ownerUrl, now, readClock };
  for await (const each of examineDatabase(patient)) found[checkNames[each.code]] = each;
  return found;
}

/** Damages the database, looks, and mends it. */
async function withDamage(damage: string, mend: string): Promise<Record<string, Examined>> {
  const change = (statement: string) =>
    client.query(
      `set session_replication_role = replica; ${statement}; reset session_replication_role`,
    );
  await change(damage);
  try {
    return await examineAll({ isOnlyDatabase: true });
  } finally {
    await change(mend);
  }
}

test('a right installation has no problem', async () => {
  const found = await examineAll();
  const others = Object.values(found).filter(({ level }) => level !== 'fine');
  expect(others).toEqual([]);
  expect(Object.keys(found).length).toBe(15);
});

test.each([
  [
    'Collations',
    `update pg_database set datcollversion = '0' where datname = current_database()`,
    `update pg_database set datcollversion = pg_database_collation_actual_version(oid) where datname = current_database()`,
    /as the owner: reindex database (\w+); alter database \1 refresh collation version;$/,
  ],
  [
    'Collations',
    `update pg_collation set collversion = '0' where collname = 'und-x-icu'`,
    `update pg_collation set collversion = pg_collation_actual_version(oid) where collname = 'und-x-icu'`,
    /as the owner: reindex database \w+; Then as a superuser: alter collation pg_catalog\."und-x-icu" refresh version;$/,
  ],
  [
    'Extensions',
    `update pg_extension set extversion = '0.1' where extname = 'pg_trgm'`,
    `update pg_extension e set extversion = default_version from pg_available_extensions a
      where a.name = e.extname and e.extname = 'pg_trgm'`,
    /alter extension pg_trgm update;/,
  ],
  [
    'Indexes',
    `update pg_index set indisvalid = false where indexrelid = 'hub.wallet_newest'::regclass`,
    `update pg_index set indisvalid = true where indexrelid = 'hub.wallet_newest'::regclass`,
    /reindex index hub\.wallet_newest;/,
  ],
  [
    'Figures',
    `insert into hub.expense_figure (chapter_id, kind, subject_id, amount)
      select id, 'total', id, 7 from hub.chapter on conflict (chapter_id, kind, subject_id)
      do update set amount = expense_figure.amount + 7`,
    `update hub.expense_figure set amount = amount - 7 where kind = 'total'`,
    /npm run hub -- reconcile/,
  ],
  [
    'Audit logs',
    `create temp table kept as select * from hub.audit; update hub.audit set action = 'x.y'`,
    `update hub.audit a set action = k.action from kept k where k.id = a.id; drop table kept`,
    /npm run hub -- reconcile/,
  ],
  [
    'Backups',
    `insert into hub.backup (id, begun_at, ended_at, file, is_encrypted, failure)
      values (gen_random_uuid(), now(), now(), 'x', false, 'no_space')`,
    `delete from hub.backup`,
    /The last backup failed/,
  ],
  [
    'Migrations',
    `create temp table applied as select * from hub.migration where version > 105;
      delete from hub.migration where version > 105`,
    `insert into hub.migration select * from applied; drop table applied`,
    /migrations pending.*npm run hub -- migrate/,
  ],
  [
    'Migrations',
    `insert into hub.migration (version, name, checksum) values (9999, '9999_later.sql', 'x')`,
    `delete from hub.migration where version = 9999`,
    /newer/,
  ],
])('%s that are wrong are a problem with a way out', async (name, damage, mend, expected) => {
  const found = await withDamage(damage, mend);
  expect(found[name]).toMatchObject({ level: 'problem', text: expect.stringMatching(expected) });
  const mended = await examineAll({ isOnlyDatabase: true });
  expect(mended[name]?.level).not.toBe('problem');
});

test('a dropped extension is a problem, and so are the indexes that went with it', async () => {
  await client.query('begin; drop extension pg_trgm cascade');
  try {
    expect(await checkExtensions(client)).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(
        /^Missing.*: pg_trgm\. Run as the owner: create extension if not exists pg_trgm with schema hub; /,
      ),
    });
    expect(await checkIndexes(client)).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(
        /^\d+ indexes missing.*create index wallet_words on hub\.wallet /,
      ),
    });
  } finally {
    await client.query('rollback');
  }
});

test('the statements for dropped indexes bring all of them back as they were', async () => {
  const listIndexes = async () => {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class c on c.oid = indexrelid
      where c.relnamespace in ('hub'::regnamespace, 'auth'::regnamespace)
        and not exists (select from pg_constraint where conindid = indexrelid) order by 1`,
    );
    return rows;
  };
  const before = await listIndexes();
  await client.query(`begin; drop index ${before.map(({ name }) => name).join(', ')}`);
  try {
    const { text } = await checkIndexes(client);
    expect(text).toMatch(new RegExp(`^${before.length} indexes missing`));
    await client.query(`${text.replace(/^.* Run as the owner: /, '')} reset search_path`);
    expect(await listIndexes()).toEqual(before);
  } finally {
    await client.query('rollback');
  }
});

test('another secret, or none, is a problem', async () => {
  const other = await examineAll({ variables: { HUB_SECRET: `${testSecret} of another` } });
  expect(other.Secret).toMatchObject({
    level: 'problem',
    text: expect.stringMatching(/not that of/),
  });
  const none = await examineAll({ variables: { HUB_SECRET: '' } });
  expect(none.Secret).toMatchObject({
    level: 'problem',
    text: expect.stringMatching(/is missing/),
  });
});

test('a server whose role is a superuser, or owns the tables, is advised to use another', async () => {
  const { appUrl, ownerUrl } = hub.database;
  const lookAs = async (url: string) => {
    const database = connect(url, { onIdleError: () => {} });
    try {
      return (await examineAll({ db: database.db })).Role;
    } finally {
      await database.close();
    }
  };
  expect(await lookAs(ownerUrl)).toMatchObject({
    level: 'advice',
    text: expect.stringMatching(/is a superuser/),
  });
  const plain = `plain_${process.pid}`;
  await client.query(
    `create role ${plain} login in role hub_app; alter table hub.chapter owner to ${plain}`,
  );
  try {
    expect(await lookAs(appUrl.replace(/\/\/[^@]*@/, `//${plain}@`))).toMatchObject({
      level: 'advice',
      text: expect.stringMatching(/owns the tables/),
    });
  } finally {
    await client.query(`reassign owned by ${plain} to current_user; drop role ${plain}`);
  }
});

test('a clock that differs from the database by more than seconds is a problem', async () => {
  const readClock = () => toInstant(Temporal.Now.instant().subtract({ seconds: 60 }));
  const { Clock } = await examineAll({ readClock });
  expect(Clock).toMatchObject({ level: 'problem', text: expect.stringMatching(/60 seconds/) });
});

test('a disk that is almost full is a problem, that of the backups too', async () => {
  const config = readConfig({ BACKUP_DIR: '/backups' }, { data: '/data' });
  const withFree = (free: Record<string, number>) =>
    checkDisk(config, async (folder) => free[folder] ?? 0);
  expect((await withFree({ '/data': 2e9, '/backups': 2e9 })).level).toBe('fine');
  expect((await withFree({ '/data': 2e8, '/backups': 2e9 })).text).toMatch(/Only 200 MB.*\/data/);
  expect((await withFree({ '/data': 2e9, '/backups': 2e8 })).text).toMatch(
    /Only 200 MB.*\/backups\. Make space, or the next backup may not fit/,
  );
  const noBackupDisk = await checkDisk(config, async (path) => {
    if (path === '/backups') throw new Error('ENOENT: no such file or directory, statfs');
    return 2e9;
  });
  expect(noBackupDisk.level).toBe('fine');
});

test('an address without encryption is a problem; one without a proxy or none, no mail and no backups are advice', async () => {
  const plain = await examineAll({ variables: { PUBLIC_URL: 'http://hub.example.org' } });
  expect(plain.Address?.level).toBe('problem');
  const open = await examineAll({ variables: { TRUST_PROXY: 'off' } });
  expect(open.Address).toMatchObject({
    level: 'advice',
    text: expect.stringMatching(/TRUST_PROXY=on/),
  });
  const bare = await examineAll({ variables: { PUBLIC_URL: '', SMTP_URL: '', BACKUP_DIR: '' } });
  expect(bare.Address?.level).toBe('advice');
  expect(bare.Mail?.level).toBe('advice');
  expect(bare.Backups?.level).toBe('advice');
});

test('a folder that takes no backups is a problem, and backups without encryption are advice', async () => {
  const file = join(await temporaryFolder(), 'file');
  await writeFile(file, '');
  const wrong = await examineAll({ variables: { BACKUP_DIR: file } });
  expect(wrong['Backup folder']).toMatchObject({
    level: 'problem',
    text: expect.stringMatching(/it is a file, or below one\. Set BACKUP_DIR to a folder/),
  });
  const plain = await examineAll({ variables: { BACKUP_PASSPHRASE: '' } });
  expect(plain['Backup folder']).toMatchObject({
    level: 'advice',
    text: expect.stringMatching(/not encrypted.*keep a copy of the file "secret"/),
  });
});

test('backups on the disk of the embedded database, and in no bucket, are advised against', async () => {
  const folder = await temporaryFolder();
  const settings = { BACKUP_DIR: folder, BACKUP_PASSPHRASE: 'four words and some more' };
  const look = (others: Record<string, string> = {}, backupDisk = 1) =>
    checkBackupFolder(readConfig({ ...settings, ...others }, { data: '/data' }), async (path) =>
      path === '/data' ? 1 : backupDisk,
    );
  expect(await look()).toMatchObject({
    level: 'advice',
    text: expect.stringMatching(/is on the disk of the database.*another machine's disk/),
  });
  expect((await look({}, 2)).level).toBe('fine');
  expect((await look({ BACKUP_S3_URL: 'https://k:s@s3.example.org/bucket' })).level).toBe('fine');
  expect((await look({ DATABASE_URL: 'postgresql://hub_app@db.example.org/hub' })).level).toBe(
    'fine',
  );
  const real = readConfig({ ...settings, BACKUP_DIR: join(folder, 'missing') }, { data: folder });
  expect((await checkBackupFolder(real)).level).toBe('advice');
});

test.skipIf(!hasS3Server)(
  'contents that are not in the bucket are a problem',
  { tags: ['all'] },
  async () => {
    const { address, close } = await startS3Server();
    onTestFinished(close);
    const bucket = openBucket(address);
    const objects = Array.from({ length: 12 }, (_, hour) => ({
      chapter_id: newId<'chapter'>(),
      id: newId<'object'>(),
      file_id: newId<'file'>(),
      begun_at: toInstant(Temporal.Instant.from('2026-11-23T00:00:00Z').add({ hours: hour })),
      is_content: true,
    }));
    await hub.db.insertInto('file_object').values(objects).execute();
    onTestFinished(async () => void (await hub.db.deleteFrom('file_object').execute()));
    await Promise.all(objects.map(({ id }) => bucket.putBytes(id, Buffer.from('content'))));
    const look = (fileBucket = address) => checkFileBucket(hub.db, { fileBucket });
    expect(await look()).toMatchObject({ level: 'fine' });
    expect(await checkBackupBucket(address)).toMatchObject({ level: 'fine' });
    const mistyped = { ...address, prefix: `${address.prefix}another/` };
    expect(await look(mistyped)).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(
        /^10 of 10 files looked for are not in http\S+another\/\. Is the folder in FILES_S3_URL the right one\?/,
      ),
    });
    expect(await openBucket(mistyped).list()).toEqual([]);
    await bucket.delete(objects[11]?.id ?? '');
    expect((await look()).text).toMatch(/^1 of 10 files looked for is not in /);
  },
);

test('a bucket for backups that cannot be reached is a problem, before the first night', async () => {
  const BACKUP_S3_URL = 'http://key:secret@127.0.0.1:9/hub';
  const found = await examineAll({ variables: { BACKUP_S3_URL } });
  expect(found['Backup bucket']).toMatchObject({
    code: 'backup-bucket',
    level: 'problem',
    text: expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/hub\/ can't be reached: /),
  });
});

test('a bucket that cannot be read is a problem, and what was written to look is removed', async () => {
  const sizes = new Map<string, number>();
  const service = createServer(({ method, url = '', headers }, reply) => {
    const [path = ''] = url.split('?');
    if (method === 'PUT') sizes.set(path, Number(headers['content-length']));
    if (method === 'DELETE') sizes.delete(path);
    if (method === 'HEAD') reply.setHeader('content-length', sizes.get(path) ?? 0);
    reply.writeHead(method === 'GET' ? 403 : 200).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  onTestFinished(() => void service.close());
  const { port } = service.address() as AddressInfo;
  const fileBucket = {
    endpoint: `http://127.0.0.1:${port}/hub`,
    region: 'us-east-1',
    accessKeyId: 'test',
    secretAccessKey: 'testing',
    prefix: 'folder/',
  };
  const found = await checkFileBucket(hub.db, { fileBucket });
  expect(found).toMatchObject({ level: 'problem', text: expect.stringMatching(/denie/) });
  expect([...sizes.keys()]).toEqual([]);
});

test('a mail server that does not respond or refuses the sign-in is a problem', async () => {
  const mailOf = async (url: string) => (await examineAll({ variables: { SMTP_URL: url } })).Mail;
  expect(await mailOf('smtp://127.0.0.1:1')).toMatchObject({
    level: 'problem',
    text: expect.stringMatching(/does not respond/),
  });
  expect(await mailOf('smtp://nobody.invalid')).toMatchObject({
    level: 'problem',
    text: expect.stringMatching(/^The name nobody\.invalid of SMTP_URL leads nowhere/),
  });
  const picky = await startMailServer({
    authOptional: false,
    onAuth: (_auth, _session, done) => done(new Error('No')),
  });
  onTestFinished(picky.close);
  expect(await mailOf(picky.url.replace('//', '//ann:wrong@'))).toMatchObject({
    level: 'problem',
    text: expect.stringMatching(/refuses the user or the password/),
  });
});

test.each([
  ['at the port', { isSecure: true }],
  ['once asked for', { disabledCommands: [] }],
])(
  'a mail server of this machine with TLS %s and a certificate of its own is a problem, with what to set',
  async (_, options) => {
    const own = await startMailServer(options);
    onTestFinished(own.close);
    expect(await checkMail({ smtpUrl: own.url })).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/NODE_EXTRA_CA_CERTS.*add \?tls\.rejectUnauthorized=false/),
    });
    const advised = await checkMail({ smtpUrl: `${own.url}?tls.rejectUnauthorized=false` });
    expect(advised.level).toBe('fine');
  },
);

test('differences that an operator has explained are reported as such', async () => {
  const change = (statement: string) =>
    client.query(
      `set session_replication_role = replica; ${statement}; reset session_replication_role`,
    );
  await change(`insert into hub.expense_figure (chapter_id, kind, subject_id, amount)
    select id, 'total', id, 7 from hub.chapter on conflict (chapter_id, kind, subject_id)
    do update set amount = expense_figure.amount + 7`);
  try {
    const now = toInstant(Temporal.Now.instant());
    const { ownerUrl } = hub.database;
    await checkFigures(ownerUrl, now);
    await explainDifferences(ownerUrl, { why: 'known', by: 'operator', now });
    expect((await examineAll()).Figures).toMatchObject({
      level: 'advice',
      text: expect.stringMatching(/1 difference, each explained by an operator's note/),
    });
  } finally {
    await change(`update hub.expense_figure set amount = amount - 7 where kind = 'total'`);
  }
});

test('what cannot be checked is a problem, and the rest is checked all the same', async () => {
  await client.query('alter table hub.backup rename to elsewhere');
  try {
    const found = await examineAll();
    expect(found.Backups).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/Couldn't be checked/),
    });
    expect(found.Figures?.level).toBe('fine');
  } finally {
    await client.query('alter table hub.elsewhere rename to backup');
  }
});
