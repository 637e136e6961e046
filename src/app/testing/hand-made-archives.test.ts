/** Archives that somebody packed, with every hash right: refused in words, and nothing of them is imported. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { to as copyTo } from 'pg-copy-streams';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ArchiveManifest,
  accountsEntry,
  entryOfTable,
  jobsEntry,
} from '#server/chapter-archive/archive-manifest.ts';
import { openArchive } from '#server/chapter-archive/read-archive.ts';
import { createZip } from '#server/chapter-archive/zip-writer.ts';
import { CommandError } from '#server/config/command-error.ts';
import { newId } from '#server/database/ids.ts';
import { contentOf, exportChapter, importInto } from './chapters-between-hubs.ts';
import { withClient } from './database.ts';
import { startTestHub, type TestHub } from './hub.ts';
import { createFixtures, type Fixtures } from './matrix/fixtures.ts';
import { buildValidRequest, credentialsOf, send } from './matrix/requests.ts';

let hub: TestHub;
let target: TestHub;
let fixtures: Fixtures;
let there: Fixtures;
let folder: string;
/** The entries of an archive as somebody may change them, in their order. */
let honest: Map<string, string>;
let manifest: ArchiveManifest;

beforeAll(async () => {
  hub = await startTestHub();
  fixtures = await createFixtures(hub, 'Heron');
  for (const endpoint of hub.endpoints) {
    const request = await buildValidRequest(endpoint, fixtures, fixtures.owner);
    await send(hub, endpoint, await credentialsOf(hub, endpoint, fixtures.admin), request);
  }
  target = await startTestHub();
  there = await createFixtures(target, 'There');
  folder = await mkdtemp(join(tmpdir(), 'hand-made-'));
  const path = join(folder, 'chapter.zip');
  manifest = await exportChapter(path, fixtures.chapter.id, hub.database);
  const archive = await openArchive(path);
  honest = new Map();
  for (const { name } of manifest.entries) {
    const chunks: Buffer[] = [];
    for await (const chunk of archive.read(name)) chunks.push(chunk);
    honest.set(name, Buffer.concat(chunks).toString('latin1'));
  }
  archive.close();
});
afterAll(async () => {
  await target?.close();
  await hub?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** As someone who knows the format would: hashes and numbers of rows are those of what is packed. */
async function pack(
  change: (entries: Map<string, string>) => void,
  changeManifest: (manifest: ArchiveManifest) => object = (written) => written,
): Promise<string> {
  const entries = new Map(honest);
  change(entries);
  const path = join(folder, newId());
  const zip = createZip(path);
  const written: ArchiveManifest['entries'] = [];
  for (const [name, content] of entries) {
    written.push(await zip.add(name, [Buffer.from(content, 'latin1')]));
  }
  const tables = manifest.tables.map((table) => {
    const content = entries.get(entryOfTable(table.name)) ?? '';
    const sha256 = written.find(({ name }) => name === entryOfTable(table.name))?.sha256 ?? '';
    return { ...table, rows: content.split('\n').length - 1, sha256 };
  });
  const changed = changeManifest({ ...manifest, tables, entries: written });
  await zip.add('manifest.json', [JSON.stringify(changed)]);
  await zip.end();
  return path;
}

async function failureOf(path: string): Promise<string> {
  const contents = async () => {
    const accounts = await withClient(target.database.ownerUrl, (client) =>
      client.query('select count(*) from auth.account'),
    );
    const { chapter } = there;
    return [accounts.rows, await contentOf(target.database.ownerUrl, chapter.id)];
  };
  const before = await contents();
  const failure = await importInto(path, target.database).then(
    () => 'none',
    (error: unknown) => (error instanceof CommandError ? error.message : `a bug: ${String(error)}`),
  );
  if (failure !== 'none') {
    expect(await contents()).toEqual(before);
    const { rowCount } = await withClient(target.database.ownerUrl, (client) =>
      client.query('select from hub.chapter where id <> $1', [there.chapter.id]),
    );
    expect(rowCount).toBe(0);
  }
  return failure;
}

const changeTable = (name: string, change: (rows: string[]) => string[]) =>
  pack((entries) => {
    const rows = (entries.get(entryOfTable(name)) ?? '').split('\n').filter((row) => row !== '');
    expect(rows.length).toBeGreaterThan(0);
    entries.set(
      entryOfTable(name),
      change(rows)
        .map((row) => `${row}\n`)
        .join(''),
    );
  });

/** A cell of the first row. */
const changeCell = (name: string, column: string, value: string) =>
  changeTable(name, ([first = '', ...others]) => {
    const columns = manifest.tables.find((table) => table.name === name)?.columns ?? [];
    const cells = first.split('\t');
    expect(columns).toContain(column);
    cells[columns.indexOf(column)] = value;
    return [cells.join('\t'), ...others];
  });

const withManifest = (change: (written: ArchiveManifest) => object) => pack(() => {}, change);

const forgeries: Record<string, [make: () => Promise<string>, message: RegExp]> = {
  'a row twice': [
    () => changeTable('hub.wallet', (rows) => [...rows, ...rows.slice(0, 1)]),
    /can't be imported: duplicate key .* Nothing was imported\.$/,
  ],
  'rows of a chapter that is there': [
    () =>
      changeTable('hub.calendar', (rows) =>
        rows.concat(
          (rows[0] ?? '')
            .replaceAll(fixtures.chapter.id, there.chapter.id)
            .replace(/[0-9a-f-]{36}/g, (id) => (id === there.chapter.id ? id : newId())),
        ),
      ),
    /(hub\.calendar came back differently|can't be imported: ).*Nothing was imported\.$/,
  ],
  'a negative amount': [
    () => changeCell('hub.payment', 'amount_cents', '-100'),
    /can't be imported: .*"payment_amount_in_range".* Nothing was imported\.$/,
  ],
  'an amount that is no number': [
    () => changeCell('hub.payment', 'amount_cents', '1e9'),
    /can't be imported: invalid input syntax .* Nothing was imported\.$/,
  ],
  'another amount': [
    () => changeCell('hub.payment', 'amount_cents', '123456'),
    /Figures differ here|audit log/,
  ],
  'a row with a cell too many': [
    () => changeTable('hub.wallet', ([first, ...others]) => [`${first}\tx`, ...others]),
    /can't be imported: extra data .* Nothing was imported\.$/,
  ],
  'an end of all rows among them': [
    () => changeTable('hub.wallet', (rows) => ['\\.', ...rows]),
    /(can't be imported|came back differently).*Nothing was imported\.$/,
  ],
  'no chapter': [
    () =>
      pack(
        (entries) => {
          for (const { name } of manifest.tables) entries.set(entryOfTable(name), '');
        },
        (written) => ({ ...written, auditHead: null, differences: [] }),
      ),
    /not the chapter that its manifest names/,
  ],
  'a name that its manifest hides': [
    () =>
      withManifest((written) => ({ ...written, chapter: { ...written.chapter, name: 'Quiet' } })),
    /not the chapter that its manifest names/,
  ],
  'an id that is none': [
    () =>
      withManifest((written) => ({
        ...written,
        chapter: { ...written.chapter, id: '-'.repeat(36) },
      })),
    /manifest is from a newer version/,
  ],
  'the id of another chapter': [
    () => withManifest((written) => ({ ...written, chapter: { ...written.chapter, id: newId() } })),
    /came back differently|not the chapter/,
  ],
  'a table that there is none of': [
    () =>
      pack(
        (entries) => entries.set('data/auth.session.copy', ''),
        (written) => ({
          ...written,
          tables: [
            ...written.tables,
            { ...written.tables[0], name: 'auth.session', rows: 0, sha256: emptyHash },
          ],
        }),
      ),
    /The tables of the archive are not those of its version/,
  ],
  'tables in another order': [
    () => withManifest((written) => ({ ...written, tables: written.tables.toReversed() })),
    /The tables of the archive are not those of its version/,
  ],
  'a table twice': [
    () =>
      withManifest((written) => ({ ...written, tables: [...written.tables, ...written.tables] })),
    /The tables of the archive are not those of its version/,
  ],
  'an account twice': [
    () =>
      pack((entries) => {
        const rows = entries.get(accountsEntry) ?? '';
        entries.set(accountsEntry, rows + rows);
      }),
    /can't be imported: duplicate key .* Nothing was imported\.$/,
  ],
  'a field that no version writes': [
    () => withManifest((written) => ({ ...written, onImport: 'drop' })),
    /manifest is from a newer version/,
  ],
  'a size below zero': [
    () =>
      withManifest((written) => ({
        ...written,
        entries: written.entries.map((entry) => ({ ...entry, bytes: -1 })),
      })),
    /is not what its manifest says/,
  ],
};
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

test.each(Object.entries(forgeries))('with %s', async (_with, [make, message]) => {
  expect(await failureOf(await make())).toMatch(message);
});

test('a path that leaves the folder', async () => {
  const path = await pack((entries) => entries.set('aa/secret.txt', 'x'));
  const bytes = await readFile(path);
  const from = Buffer.from('aa/secret.txt');
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at)) bytes.write('../', at);
  await writeFile(path, bytes);
  expect(await failureOf(path)).toMatch(/can't be imported: invalid relative path/);
});

/** Of an entry, as the list at the end of the file says it. */
async function withSizeOf(name: string, size: number): Promise<string> {
  const path = await pack(() => {});
  const bytes = await readFile(path);
  const at = bytes.lastIndexOf(Buffer.from(name)) - 46;
  expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
  bytes.writeUInt32LE(size, at + 24);
  await writeFile(path, bytes);
  return path;
}

test('sizes that are not those of the entries', async () => {
  expect(await failureOf(await withSizeOf('manifest.json', 0xf000_0000))).toMatch(
    /its manifest is too large/,
  );
  // Unpacked no further than they say.
  expect(await failureOf(await withSizeOf('manifest.json', 100))).toMatch(
    /can't be imported: too many bytes/,
  );
  const rows = 'data/hub.expense.copy';
  expect(await failureOf(await withSizeOf(rows, 10))).toMatch(/can't be imported: too many bytes/);
  expect(await failureOf(await withSizeOf(rows, 0x7000_0000))).toMatch(
    /can't be imported: not enough bytes/,
  );
});

test('what unpacks to a thousand times its size is read in parts, and refused for what it is', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const path = await pack((entries) =>
    entries.set(entryOfTable('hub.wallet'), '0'.repeat(100 * 1024 * 1024)),
  );
  expect((await readFile(path)).length).toBeLessThan(2 * 1024 * 1024);
  expect(await failureOf(path)).toMatch(/can't be imported: .*Nothing was imported\.$/);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * 1024 * 1024);
});

test('jobs that are no waiting mails of the chapter are left out, and all else is imported', async () => {
  const ownerUrl = target.database.ownerUrl;
  const chapterId = fixtures.chapter.id;
  const columns = 'name, id, state, data';
  const packed = await withClient(ownerUrl, async (client) => {
    await client.query('begin');
    await client.query('delete from jobs.job');
    const mail = { kind: 'invitation', chapterId };
    const jobs = [
      ['send-mail', 'created', mail],
      ['send-mail', 'active', mail],
      ['send-mail', 'created', { ...mail, kind: 'reset', email: 'ann@example.org' }],
      ['send-mail', 'created', { ...mail, kind: 'change', accountId: newId() }],
      ['back-up', 'created', mail],
    ];
    await client.query(`select jobs.create_queue('back-up', '{"policy": "standard"}')`);
    for (const [name, state, data] of jobs) {
      await client.query(
        `insert into jobs.job (${columns}) values ($1, gen_random_uuid(), $2, $3)`,
        [name, state, data],
      );
    }
    const { rows } = await client.query(
      `select quote_ident(attname) as name from pg_attribute where attrelid = 'jobs.job'::regclass
        and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    );
    const list = rows.map(({ name }) => name).join(', ');
    let lines = '';
    for await (const chunk of client.query(copyTo(`copy (select ${list} from jobs.job) to stdout`)))
      lines += chunk;
    await client.query('rollback');
    return lines;
  });
  const path = await pack((entries) => entries.set(jobsEntry, packed));
  expect(packed.split('\n')).toHaveLength(6);
  expect(await failureOf(path)).toBe('none');
  const { rows } = await withClient(ownerUrl, (client) =>
    client.query('select name, state, data from jobs.job where data ->> $1 = $2', [
      'chapterId',
      chapterId,
    ]),
  );
  expect(rows).toEqual([
    { name: 'send-mail', state: 'created', data: { kind: 'invitation', chapterId } },
  ]);
});
