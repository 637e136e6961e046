/** A chapter in which every call was made leaves one server and comes to another. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import { cents } from '#kit/money.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { leftOut } from '#server/backup/tables-of-backup.ts';
import { installationTables, readChapterTables } from '#server/chapter-archive/chapter-tables.ts';
import { importArchive } from '#server/chapter-archive/import-archive.ts';
import { type OpenArchive, openArchive } from '#server/chapter-archive/read-archive.ts';
import { createZip } from '#server/chapter-archive/zip-writer.ts';
import { checkFigures } from '#server/checks/reconciliation.ts';
import { readConfig } from '#server/config/config.ts';
import { createLog } from '#server/config/log.ts';
import { readHubVersion } from '#server/config/paths.ts';
import { connect } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { sheets } from '../server/areas.ts';
import { writeSheet } from '../server/chapter-archive/write-sheets.ts';
import { fillDemo } from '../server/demo/demo.ts';
import { seedChapter } from '../server/seed/seed.ts';
import { tier } from './amounts.ts';
import {
  contentOf,
  elsewhere,
  exportChapter,
  importInto,
  intoDatabase,
  now,
  signInThere,
} from './chapters-between-hubs.ts';
import { createTestDatabase, withClient } from './database.ts';
import { patient, startTestHub, type TestHub } from './hub.ts';
import { removeDataDir, runHub, startHub, stop } from './hub-process.ts';
import { createFixtures, type Fixtures } from './matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, send } from './matrix/requests.ts';
import { temporaryFolder } from './temporary-folder.ts';

const evil = '=HYPERLINK("https://x.example")</td><script>alert(1)</script>';

let hub: TestHub;
let fixtures: Fixtures;
/** A large generated one beside. */
let seededId: string;
/** The first one, exported once for all tests that only read it. */
let exported: string;
let exportedManifest: Awaited<ReturnType<typeof exportTo>>;
beforeAll(async () => {
  hub = await startTestHub();
  fixtures = await createFixtures(hub, 'Heron');
  for (const endpoint of hub.endpoints) {
    const request = await buildValidRequest(endpoint, fixtures, fixtures.owner);
    await send(hub, endpoint, await credentialsOf(hub, endpoint, fixtures.admin), request);
  }
  await createFixtures(hub, 'Stays');
  await seedChapter(hub.database, { members: 5, expenses: 300, events: 20, transactions: 300 });
  await withClient(hub.database.ownerUrl, async (client) => {
    const { chapterId, memberId } = fixtures.owner;
    await client.query('update hub.chapter set name = $2 where id = $1', [chapterId, evil]);
    await client.query(
      `insert into hub.member_photo (chapter_id, member_id, hash, media_type, content, updated_at)
      values ($1, $2, $3, 'image/jpeg', '\\xffd8000affd9'::bytea, now())`,
      [chapterId, memberId, 'a'.repeat(43)],
    );
    await client.query(
      `insert into hub.idempotency_key (chapter_id, member_id, key, request_hash, status, reply, created_at)
      values ($1, $2, 'key', 'hash', 201, E'{"text":"a\\ttab, a \\\\ and\\na line"}', now())`,
      [chapterId, memberId],
    );
    const { rows } = await client.query(
      `select chapter_id from hub.expense group by 1 order by count(*) desc limit 1`,
    );
    seededId = rows[0].chapter_id;
  });
  exported = join(await mkdtemp(join(tmpdir(), 'chapter-archive-')), 'chapter.zip');
  exportedManifest = await exportTo(exported);
});
afterAll(async () => {
  await hub?.close();
  if (exported) await rm(dirname(exported), { recursive: true });
});

async function exportTo(
  path: string,
  chapterId: string = fixtures.chapter.id,
  from: { readonly ownerUrl: string } = hub.database,
) {
  return exportChapter(path, chapterId, from);
}

/** In a database of its own. */
async function createDemo() {
  const { ownerUrl, appUrl, drop } = await createTestDatabase();
  const database = connect(appUrl, patient);
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  const config = readConfig({ RATE_LIMIT: 'off' });
  const opened = { ...database, ownerUrl, pendingMigrations: async () => [] };
  await fillDemo(opened, { config, log: createLog('silent') });
  const { id } = await database.db.selectFrom('chapter').select('id').executeTakeFirstOrThrow();
  return { ownerUrl, chapterId: String(id) };
}

describe('an exported chapter', () => {
  const sources = ['in which every call was made', 'that was generated'];
  test.each(tier === 'gate' ? sources : [...sources, 'of the demo'])(
    '%s comes to another server whole, and changes nothing there',
    async (which) => {
      const demo = which === 'of the demo' ? await createDemo() : undefined;
      const source: { ownerUrl: string } = demo ?? hub.database;
      const ours = which === 'that was generated' ? seededId : fixtures.chapter.id;
      const id = demo?.chapterId ?? ours;
      const path = join(await temporaryFolder(), 'chapter.zip');
      await exportTo(path, id, source);
      const before = await contentOf(source.ownerUrl, id);
      const target = await elsewhere();
      const othersBefore = await contentOf(target.database.ownerUrl, id, true);
      const { manifest, accounts } = await importInto(path, target.database);
      expect(await contentOf(target.database.ownerUrl, id)).toEqual(before);
      expect(await contentOf(target.database.ownerUrl, id, true)).toEqual(othersBefore);
      expect(accounts.matched).toBe(0);
      expect(await target.differences()).toEqual([]);
      const head = { ...manifest.auditHead, chapterId: id };
      const audit = await checkAudit(
        target.database.ownerUrl,
        now,
        manifest.auditHead ? [head as never] : [],
      );
      expect(audit.breaks).toEqual([]);
      if (which === 'in which every call was made') {
        // Someone was erased in it, whose records say something else than their links.
        const { rows } = await withClient(target.database.ownerUrl, (client) =>
          client.query(
            `select count(*)::int as erased from hub.audit a
            cross join jsonb_object_keys(a.after -> 'erased') named
            where a.chapter_id = $1 and a.action = 'member.erase'`,
            [id],
          ),
        );
        expect(rows[0].erased).toBeGreaterThan(0);
      }
      // Exported again, it is the same.
      const again = await exportTo(`${path}.again`, id, target.database);
      expect(again.tables).toEqual(manifest.tables);
    },
  );

  test('begins an installation in an empty folder, whose server starts', {
    tags: ['all'],
  }, async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'chapter.zip');
    await exportTo(path);
    const data = join(folder, 'data');
    const command = runHub(['import-chapter', path, '--data', data]);
    onTestFinished(() => removeDataDir(data, [command]));
    expect([(await command.ended).code, command.stderr()]).toEqual([0, '']);
    expect((await stop(await startHub(data))).code).toBe(0);
  });

  test('is the first of a hub without chapters, and of no other', async () => {
    const empty = await startTestHub();
    onTestFinished(empty.close);
    const other = await elsewhere();
    const readFirst = ({ database }: TestHub) =>
      withClient(database.ownerUrl, async (client) => {
        const first = await client.query(
          `select value from hub.installation where key = 'first_chapter'`,
        );
        return first.rows[0]?.value;
      });
    const before = await readFirst(other);
    for (const { database } of [empty, other]) await importInto(exported, database);
    expect(await readFirst(empty)).toBe(fixtures.chapter.id);
    expect([before, await readFirst(other)]).toEqual([expect.any(String), before]);
  });

  test('is served and written to by the other server, and its audit log goes on', async () => {
    const target = await elsewhere();
    const { manifest } = await importInto(exported, target.database);
    const person = await signInThere(target, fixtures.admin);
    const body = { name: 'After', ownerId: person.memberId, currencyCode: 'USD' as const };
    const wallet = (await person.call(walletCalls.create, { body })).value();
    const transaction = {
      userId: person.memberId,
      description: 'Dues',
      amount: cents(100),
      transactionType: 'credit' as const,
    };
    const params = { walletId: wallet.id };
    (await person.call(walletCalls.addTransaction, { params, body: transaction })).value();
    const { heads, breaks } = await checkAudit(target.database.ownerUrl, now);
    expect(breaks).toEqual([]);
    const head = heads.find(({ chapterId }) => chapterId === fixtures.chapter.id);
    expect(head?.seq).toBe((manifest.auditHead?.seq ?? 0) + 2);
    // Numbered rows continue, too.
    await seedChapter(target.database, { members: 2, expenses: 5, events: 1, transactions: 5 });
    expect(await checkFigures(target.database.ownerUrl, now)).toEqual([]);
  });

  test('meets the accounts of its members by email; no one is signed in or sent an email', async () => {
    const target = await elsewhere();
    const email = await withClient(hub.database.ownerUrl, async (client) => {
      const { rows } = await client.query('select email from auth.account where id = $1', [
        fixtures.owner.accountId,
      ]);
      return String(rows[0].email);
    });
    await withClient(target.database.ownerUrl, async (client) => {
      await client.query(
        `insert into auth.account (id, name, email, is_email_verified) values ('known', 'Olga', $1, true)`,
        [email],
      );
      const countAll = async () =>
        (
          await client.query(`select (select count(*) from auth.session)
            || ' ' || (select count(*) from jobs.job) as it`)
        ).rows[0].it;
      const before = await countAll();
      const { accounts } = await importInto(exported, target.database);
      expect(accounts.matched).toBe(1);
      expect(accounts.added).toBeGreaterThan(2);
      expect(await countAll()).toBe(before);
      const { rows } = await client.query(
        'select account_id from hub.member where chapter_id = $1 and id = $2',
        [fixtures.chapter.id, fixtures.owner.memberId],
      );
      expect(rows).toEqual([{ account_id: 'known' }]);
    });
  });

  test('is of one moment, while members keep writing', { tags: ['all'] }, async () => {
    const path = join(await temporaryFolder(), 'chapter.zip');
    const [wallet] = (await fixtures.owner.call(walletCalls.list, {})).value().wallets.items;
    if (!wallet) throw new Error('the owner has no wallet');
    let isDone = false;
    const write = async () => {
      while (!isDone) {
        const body = {
          userId: fixtures.owner.memberId,
          description: 'Dues',
          amount: cents(1),
          transactionType: 'credit' as const,
        };
        const params = { walletId: wallet.id };
        (await fixtures.treasurer.call(walletCalls.addTransaction, { params, body })).value();
      }
    };
    const writing = Promise.all([write(), write()]);
    await exportTo(path).finally(() => {
      isDone = true;
    });
    await writing;
    const target = await elsewhere();
    await importInto(path, target.database);
    const { breaks } = await checkAudit(target.database.ownerUrl, now);
    expect(breaks).toEqual([]);
    expect(await target.differences()).toEqual([]);
  });

  test('can be read without Chapter Hub, and nothing in it runs', async () => {
    const path = join(await temporaryFolder(), 'chapter.zip');
    const manifest = await exportTo(path);
    const archive = await openArchive(path);
    onTestFinished(archive.close);
    const read = async (name: string) => {
      const chunks: Buffer[] = [];
      for await (const chunk of archive.read(name)) chunks.push(chunk);
      return Buffer.concat(chunks).toString('utf8');
    };
    const page = await read('index.html');
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script>');
    for (const { name } of sheets) {
      const rows = parse(await read(`csv/${name}.csv`), { bom: true }) as string[][];
      expect([name, rows.length]).not.toEqual([name, 1]);
      expect(page).toContain(`csv/${name}.csv`);
      for (const cell of rows.slice(1).flat()) {
        expect(cell).toMatch(/^(?![=+@\t\r])(?!-(?!\d+\.\d\d$))/);
      }
    }
    expect(manifest.entries.map(({ name }) => name)).toContain(
      `photos/${fixtures.owner.memberId}.jpg`,
    );
    await withClient(hub.database.ownerUrl, async (client) => {
      const { rows } = await client.query(
        `select f.id, f.sha256 from hub.file f where f.chapter_id = $1 and f.finished_at is not null`,
        [fixtures.chapter.id],
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const { id, sha256 } of rows) {
        const entry = manifest.entries.find(({ name }) => name.startsWith(`files/${id}.`));
        expect(Buffer.from(entry?.sha256 ?? '', 'hex').toString('base64url')).toBe(sha256);
      }
    });
    await withClient(hub.database.ownerUrl, async (client) => {
      const { rows } = await client.query(
        `select w.id, (select sum(amount_cents) from hub.wallet_transaction t where t.wallet_id = w.id
          and t.chapter_id = w.chapter_id and deleted_at is null) as cents
        from hub.wallet w where chapter_id = $1`,
        [fixtures.chapter.id],
      );
      const balances = parse(await read('csv/wallets.csv'), { bom: true, columns: true }) as {
        id: string;
        balance: string;
      }[];
      expect(balances.map(({ id, balance }) => [id, balance]).sort()).toEqual(
        rows.map(({ id, cents }) => [id, (Number(cents ?? 0) / 100).toFixed(2)]).sort(),
      );
    });
  });
});

test('in a sheet a title of one letter stays that letter, and yes and no are words', async () => {
  const query = `select 't' as title, 'f' as note, true as is_paid, false as is_late, null::boolean as other`;
  const sheet = { name: 'any', title: 'Any', about: '', query };
  await withClient(hub.database.ownerUrl, async (client) => {
    await client.query('begin');
    const csv = await Array.fromAsync(writeSheet(client, sheet, [], () => {}));
    expect(parse(csv.join(''), { bom: true })[1]).toEqual(['t', 'f', 'yes', 'no', '']);
  });
});

/** The end of a ZIP file, which says how many files are in it. */
function sayEntries(count: number): Buffer {
  const end64 = Buffer.alloc(56);
  end64.writeUInt32LE(0x06064b50);
  end64.writeUInt32LE(count, 32);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(0xffff, 10);
  end.writeUInt32LE(0xffffffff, 16);
  return Buffer.concat([end64, locator, end]);
}

async function hashAll({ manifest, read }: OpenArchive): Promise<string[]> {
  const hashes: string[] = [];
  for (const { name } of manifest.entries) {
    const hash = createHash('sha256').update(name);
    for await (const chunk of read(name)) hash.update(chunk);
    hashes.push(hash.digest('hex'));
  }
  return hashes;
}

describe('what is refused, with nothing imported', () => {
  const failureOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: Error) => error.message,
    );

  test('a chapter that is there, by id or by name', async () => {
    expect(await failureOf(importInto(exported, hub.database))).toMatch(/already here/);
    const target = await elsewhere();
    await withClient(target.database.ownerUrl, (client) =>
      client.query('update hub.chapter set name = upper($1)', [evil]),
    );
    expect(await failureOf(importInto(exported, target.database))).toMatch(
      /already a chapter named/,
    );
  });

  test('a chapter that is not there cannot be exported, and leaves no file', async () => {
    const path = join(await temporaryFolder(), 'chapter.zip');
    expect(await failureOf(exportTo(path, newId()))).toMatch(/There is no chapter/);
    await expect(readFile(`${path}.part`)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('an account here that never verified the same email, unless one vouches for it', async () => {
    const { database } = await elsewhere();
    const people = [fixtures.owner, fixtures.admin];
    const emails = await withClient(hub.database.ownerUrl, async (client) => {
      const { rows } = await client.query<{ email: string }>(
        'select email from auth.account where id = any($1) order by 1',
        [people.map(({ accountId }) => accountId)],
      );
      return rows.map(({ email }) => email);
    });
    await withClient(database.ownerUrl, (client) =>
      client.query(
        `insert into auth.account (id, name, email, is_email_verified)
        select e, 'Mallory', e, false from unnest($1::text[]) e`,
        [emails],
      ),
    );
    const [first = '', second = ''] = emails;
    const importing = (vouchedEmails: readonly string[]) =>
      importArchive(exported, { ...intoDatabase(database), vouchedEmails });
    expect(await failureOf(importing([]))).toMatch(
      new RegExp(`never verified.*: ${first}, ${second}\\. .*--same-person ${first} ${second}$`),
    );
    expect(await failureOf(importing([first]))).toMatch(new RegExp(`--same-person ${second}$`));
    // On a server that sends no email, nobody can verify one.
    const command = runHub(
      [
        'import-chapter',
        exported,
        '--data',
        await temporaryFolder(),
        '--same-person',
        first.toUpperCase(),
        second,
      ],
      { DATABASE_URL: database.ownerUrl },
    );
    expect([(await command.ended).code, command.stderr()]).toEqual([0, '']);
    expect(command.stdout()).toContain('Accounts found by email: 2, added:');
  });

  test('files that are damaged anywhere, cut off, missing or no archive', {
    tags: ['all'],
  }, async () => {
    const folder = await temporaryFolder();
    const path = join(folder, 'chapter.zip');
    await exportTo(path);
    const whole = await readFile(path);
    const check = (file: string) => failureOf(openArchive(file).then(({ close }) => close()));
    const original = await openArchive(path);
    onTestFinished(original.close);
    let noticed = 0;
    for (let share = 0.01; share < 1; share += 0.02) {
      const damaged = Buffer.from(whole);
      const at = Math.floor(whole.length * share);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 4, at);
      const file = join(folder, 'damaged');
      await writeFile(file, damaged);
      if ((await check(file)) !== 'none') {
        noticed += 1;
        continue;
      }
      // Only where the format says nothing of the content: times and rights of entries.
      const archive = await openArchive(file);
      expect(await hashAll(archive)).toEqual(await hashAll(original));
      archive.close();
    }
    expect(noticed).toBeGreaterThan(25);
    // Its manifest is the last entry, before the list of all.
    const begin = whole.indexOf('manifest.json') + 'manifest.json'.length;
    const end = whole.indexOf(Buffer.from([0x50, 0x4b, 1, 2]), begin) - 20;
    expect(end).toBeGreaterThan(begin + 100);
    for (let at = begin + 40; at < end; at += Math.ceil((end - begin) / 60)) {
      const damaged = Buffer.from(whole);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
      const file = join(folder, 'manifest');
      await writeFile(file, damaged);
      expect([at, await check(file)]).toEqual([at, expect.stringMatching(/can't be imported/)]);
      expect([at, await check(file)]).not.toEqual([at, expect.stringMatching(/newer version/)]);
    }
    for (const share of [0, 0.3, 0.9, 0.999]) {
      const file = join(folder, 'cut');
      await writeFile(file, whole);
      await truncate(file, Math.floor(whole.length * share));
      expect([share, await check(file)]).toEqual([
        share,
        expect.stringMatching(/can't be imported: .*[^.]\.$/),
      ]);
    }
    await writeFile(join(folder, 'text'), 'no archive');
    expect(await check(join(folder, 'text'))).toMatch(/no archive/);
    expect(await check(join(folder, 'nothing'))).toMatch(/There is no file/);
    expect(await check(folder)).toMatch(/is a folder/);
    const twice = createZip(join(folder, 'twice'));
    for (let n = 0; n < 2; n += 1) await twice.add('a.txt', ['a']);
    await twice.end();
    expect(await check(join(folder, 'twice'))).toMatch(/it holds a.txt twice/);
    await writeFile(join(folder, 'crowded'), sayEntries(1_000_001));
    expect(await check(join(folder, 'crowded'))).toMatch(/it holds more than a million files/);
  });

  test('a file changed, added or taken out by someone who packed the archive again', async () => {
    const folder = await temporaryFolder();
    const { entries } = exportedManifest;
    const archive = await openArchive(exported);
    onTestFinished(archive.close);
    const repack = async (change: (name: string, content: string) => string | undefined) => {
      const file = join(folder, newId());
      const zip = createZip(file);
      const names = [...entries.map(({ name }) => name), 'manifest.json', 'more.txt'];
      for (const name of names) {
        let content = name === 'more.txt' ? 'nothing' : '';
        for await (const chunk of name === 'more.txt' ? [] : archive.read(name)) {
          content += chunk.toString('latin1');
        }
        const changed = change(name, content);
        if (changed !== undefined) await zip.add(name, [Buffer.from(changed, 'latin1')]);
      }
      await zip.end();
      return failureOf(openArchive(file).then(({ close }) => close()));
    };
    const isMore = (name: string) => name === 'more.txt';
    expect(await repack((name, content) => (isMore(name) ? undefined : content))).toBe('none');
    for (const changed of ['csv/expenses.csv', 'data/hub.expense.copy', 'data/accounts.copy']) {
      const result = await repack((name, content) =>
        isMore(name) ? undefined : name === changed ? content.replace(/e/, 'i') : content,
      );
      expect(result).toMatch(`${changed} is not what its manifest says`);
    }
    expect(await repack((_, content) => content)).toMatch(/its files are not those/);
    expect(
      await repack((name, content) =>
        isMore(name) || name === 'csv/wallets.csv' ? undefined : content,
      ),
    ).toMatch(/its files are not those/);
    expect(
      await repack((name, content) =>
        name === 'manifest.json' ? content.replace('"format": 1', '"format": 2') : content,
      ),
    ).toMatch(`from a newer version, written by version 1.2.3 (this is ${readHubVersion()})`);
  });

  test('rows of another chapter, packed into the archive by someone', async () => {
    const folder = await temporaryFolder();
    const { entries } = exportedManifest;
    const archive = await openArchive(exported);
    onTestFinished(archive.close);
    const target = await elsewhere();
    const smuggle = async (isTableAdapted: boolean) => {
      const file = join(folder, newId());
      const zip = createZip(file);
      let smuggled: Awaited<ReturnType<typeof zip.add>> | undefined;
      for (const name of [...entries.map(({ name }) => name), 'manifest.json']) {
        const chunks: Buffer[] = [];
        for await (const chunk of archive.read(name)) chunks.push(chunk);
        let content = Buffer.concat(chunks).toString('latin1');
        if (name === 'data/hub.chapter.copy') {
          content += content.replaceAll(fixtures.chapter.id, newId()).replace(evil, 'Smuggled');
        }
        if (name === 'manifest.json') {
          const manifest = JSON.parse(content) as Awaited<ReturnType<typeof exportTo>>;
          const entry = manifest.entries.find((one) => one.name === 'data/hub.chapter.copy');
          const table = manifest.tables.find((one) => one.name === 'hub.chapter');
          if (!entry || !table) throw new Error('the archive has no chapter');
          Object.assign(entry, smuggled);
          if (isTableAdapted) Object.assign(table, { rows: 2, sha256: smuggled?.sha256 });
          content = JSON.stringify(manifest);
        }
        const written = await zip.add(name, [Buffer.from(content, 'latin1')]);
        if (name === 'data/hub.chapter.copy') smuggled = written;
      }
      await zip.end();
      const failure = await failureOf(importInto(file, target.database));
      const found = await withClient(target.database.ownerUrl, (client) =>
        client.query(`select from hub.chapter where name = 'Smuggled'`),
      );
      expect(found.rowCount).toBe(0);
      return failure;
    };
    expect(await smuggle(false)).toMatch(/its files are not those of its manifest/);
    expect(await smuggle(true)).toMatch(/hub.chapter came back differently/);
  });

  test('figures, rows or a chain that differ from what was noted', async () => {
    const folder = await temporaryFolder();
    const damaged = join(folder, 'chapter.zip');
    const [source, target] = [await elsewhere(), await elsewhere()];
    await importInto(exported, source.database);
    const change = (statement: string) =>
      withClient(source.database.ownerUrl, async (client) => {
        await client.query('begin; set local session_replication_role = replica');
        await client.query(statement);
        await client.query('commit');
      });
    const importWith = async (damage: string, undo?: string) => {
      await change(damage);
      await exportTo(damaged, fixtures.chapter.id, source.database);
      if (undo) await change(undo);
      const failure = await failureOf(importInto(damaged, target.database));
      await rm(damaged);
      return failure;
    };
    const oneRecord = `chapter_id = '${fixtures.chapter.id}'
      and id = (select min(id::text)::uuid from hub.audit where chapter_id = '${fixtures.chapter.id}')`;
    expect(
      await importWith(
        `update hub.audit set action = action || 'x' where ${oneRecord}`,
        `update hub.audit set action = left(action, -1) where ${oneRecord}`,
      ),
    ).toMatch(/The audit log is broken/);
    // It would leave no number to the other chapters.
    expect(
      await importWith(
        `insert into hub.expense_figure_change (chapter_id, id, kind, subject_id, amount)
        overriding system value
        values ('${fixtures.chapter.id}', 9223372036854775806, 'total', '${fixtures.chapter.id}', 0)`,
        'delete from hub.expense_figure_change where id = 9223372036854775806',
      ),
    ).toMatch(/hub.expense_figure_change has numbers that no server gives/);
    // Known differences come along as they are.
    expect(
      await importWith(
        `update hub.ledger_account set balance_cents = balance_cents + 1
        where chapter_id = '${fixtures.chapter.id}'`,
      ),
    ).toBe('none');
  });

  test('an archive of another version', async () => {
    const target = await elsewhere();
    await withClient(target.database.ownerUrl, (client) =>
      client.query(`update hub.migration set checksum = 'other' where version = 101`),
    );
    expect(await failureOf(importInto(exported, target.database))).toMatch(
      new RegExp(`\\(version 1\\.2\\.3\\).*\\(version ${readHubVersion()}\\).*same version`),
    );
  });
});

test("every table is a chapter's, the installation's, or left out on purpose", async () => {
  await withClient(hub.database.ownerUrl, async (client) => {
    const { rows } = await client.query(
      `select 'hub.' || tablename as name from pg_tables where schemaname = 'hub' order by 1`,
    );
    const known = [
      ...(await readChapterTables(client)).map(({ name }) => name),
      ...installationTables,
      ...leftOut.filter((name) => name.startsWith('hub.')),
    ];
    expect(known.sort()).toEqual(rows.map(({ name }) => name));
    await client.query('begin; create table hub.surprise (id uuid primary key)');
    await expect(readChapterTables(client)).rejects.toThrow(/hub\.surprise is neither/);
    await client.query('rollback');
  });
});

/** A session of an imported admin, who signed in on the other server. */
