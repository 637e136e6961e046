/** Backups, archives and commands of a hub whose files are partly in a bucket. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '#features/backups/server/make-backup.ts';
import { summarizeBackups } from '#features/backups/server/store.ts';
import { checkFiles } from '#features/files/server/check-files.ts';
import { copyContents } from '#features/files/server/copy-contents.ts';
import { countContents, moveContents } from '#features/files/server/move-contents.ts';
import { pdfOf, upload } from '#features/files/server/testing/upload.ts';
import { toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import { parseKeep } from '#server/backup/keep.ts';
import { restoreBackup } from '#server/backup/restore-backup.ts';
import { writeBackup } from '#server/backup/write-backup.ts';
import { importArchive } from '#server/chapter-archive/import-archive.ts';
import { openArchive } from '#server/chapter-archive/read-archive.ts';
import { writeArchive } from '#server/chapter-archive/write-archive.ts';
import { connect } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { APP_ROLE } from '#server/postgres/cluster.ts';
import { hasS3Server, type S3Server, startS3Server } from '#server/s3/testing/s3-server.ts';
import { writeReadableParts } from '../server/chapter-archive/readable-parts.ts';
import { createTestDatabase } from './database.ts';
import { startTestHub, type TestChapter, type TestHub, testSecret } from './hub.ts';
import { runHub } from './hub-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00.123Z'));
const clock = () => toInstant(Temporal.Now.instant());
const log = { info: () => {}, warn: () => {} };

describe.skipIf(!hasS3Server)('a hub with files in a bucket and in its database', () => {
  let server: S3Server;
  let hub: TestHub;
  let chapter: TestChapter;
  const contents = new Map<Id<'file'>, Buffer>();
  beforeEach(async () => {
    contents.clear();
    server = await startS3Server();
    hub = await startTestHub({ config: { fileBucket: server.address } });
    chapter = await hub.chapter('Heron');
    const ann = await chapter.person('Ann Abel');
    const other = await (await hub.chapter('Other')).person('Otto Other');
    const add = async (bytes: number, by = ann) => {
      const content = pdfOf(bytes);
      const id = await upload(hub, by, content);
      if (by === ann) contents.set(id, content);
    };
    for (const bytes of [100, 700_000]) await add(bytes);
    await add(200, other);
    // Every second is in the database, between those that are not.
    await moveContents(
      { db: hub.db, fileBucket: hub.fileBucket ?? expect.fail('no bucket'), clock, newId },
      'database',
      () => expect.fail('nothing is damaged'),
    );
    for (const bytes of [524_288, 300]) await add(bytes);
    await add(400, other);
  });
  afterEach(async () => {
    await hub?.close();
    await server?.close();
  });

  const isThere = async ({ ownerUrl }: { ownerUrl: string }) => {
    const { db, close } = connect(ownerUrl);
    try {
      expect(await countContents(db, 'bucket')).toBe(0);
      expect((await checkFiles({ db, fileBucket: undefined })).damaged).toEqual([]);
      return await countContents(db, 'database');
    } finally {
      await close();
    }
  };

  async function databaseOf(settings: { isMigrated: boolean }) {
    const database = await createTestDatabase(settings);
    onTestFinished(database.drop);
    return database;
  }

  test('is restored whole from its backup, without the bucket', async () => {
    const { path } = await writeBackup(hub.database.ownerUrl, {
      folder: await temporaryFolder(),
      hubVersion: '1.2.3',
      now,
      readElsewhere: copyContents(hub.fileBucket),
    });
    const target = await databaseOf({ isMigrated: false });
    await restoreBackup(path, { ...target, appRole: APP_ROLE, log, now });
    expect(await isThere(target)).toBe(6);
  });

  test('is backed up without contents that the bucket has lost, which are counted unless they were removed', async () => {
    const bucket = hub.fileBucket ?? expect.fail('no bucket');
    const back = async (readElsewhere = copyContents(bucket)) =>
      writeBackup(hub.database.ownerUrl, {
        folder: await temporaryFolder(),
        hubVersion: '1.2.3',
        now,
        readElsewhere,
      });
    expect((await back()).lost).toBe(0);
    for (const { key } of await bucket.list()) await bucket.delete(key);
    const { lost, path } = await back();
    expect(lost).toBe(3);
    const target = await databaseOf({ isMigrated: false });
    await restoreBackup(path, { ...target, appRole: APP_ROLE, log, now });
    const removing = back((client, table, options) => {
      const rows = copyContents(bucket)(client, table, options);
      return (
        rows &&
        (async function* () {
          yield* rows;
          await hub.db.updateTable('file_object').set({ is_content: false }).execute();
        })()
      );
    });
    expect((await removing).lost).toBe(0);
  });

  test('exports a chapter with all of its files, to read and to import', async () => {
    const path = join(await temporaryFolder(), 'chapter.zip');
    await writeArchive(hub.database.ownerUrl, {
      chapterId: chapter.id,
      path,
      hubVersion: '1.2.3',
      now,
      readElsewhere: copyContents(hub.fileBucket),
      readableParts: (client, { id, name }) =>
        writeReadableParts(client, { id, name }, { now, fileBucket: hub.fileBucket }),
    });
    const archive = await openArchive(path);
    for (const [id, content] of contents) {
      const chunks: Buffer[] = [];
      for await (const chunk of archive.read(`files/${id}.pdf`)) chunks.push(chunk);
      expect(Buffer.concat(chunks).equals(content)).toBe(true);
    }
    archive.close();
    const target = await databaseOf({ isMigrated: true });
    const { ownerUrl } = target;
    await importArchive(path, {
      ownerUrl,
      passwordHash: 'of no password',
      vouchedEmails: [],
      now,
      newId,
    });
    expect(await isThere(target)).toBe(4);
  });

  test('is not backed up without its bucket, and says why', async () => {
    const folder = await temporaryFolder();
    const options = { folder, hubVersion: '1.2.3', now };
    await expect(
      writeBackup(hub.database.ownerUrl, { ...options, readElsewhere: copyContents(undefined) }),
    ).rejects.toThrow('FILES_S3_URL is not set');
  });

  const run = async (args: readonly string[], variables = {}) => {
    const command = runHub([...args, '--data', await temporaryFolder()], {
      DATABASE_URL: hub.database.ownerUrl,
      HUB_SECRET: testSecret,
      FILES_S3_URL: `http://test%3Atester:testing@127.0.0.1:${server.port}/hub/folder`,
      ...variables,
    });
    const { code } = await command.ended;
    return { code, text: command.stdout() + command.stderr() };
  };

  test('is backed up as complete once an operator has accepted what is lost, which is still named', async () => {
    const bucket = hub.fileBucket ?? expect.fail('no bucket');
    const { id: object, file_id: fileId } = await hub.db
      .selectFrom('file_object')
      .select(['id', 'file_id'])
      .where('is_content', '=', true)
      .where('chapter_id', '=', chapter.id)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const untouched = [...contents.keys()].find((id) => id !== fileId) ?? expect.fail('no file');
    await bucket.delete(object);
    const folder = await temporaryFolder();
    const back = () =>
      makeBackup({
        db: hub.db,
        ownerUrl: hub.database.ownerUrl,
        folder,
        keep: parseKeep('2d') ?? expect.fail('no rule'),
        timeZone: 'UTC',
        encryption: undefined,
        readElsewhere: copyContents(bucket),
        clock,
      });
    const summarize = () =>
      summarizeBackups(hub.db, { isConfigured: true, since: clock() }, clock());
    expect(await back()).toMatchObject({ lost: 1 });
    expect(await summarize()).toMatchObject({ state: 'failed', failure: 'files_missing' });
    const named = { code: 1, text: expect.stringContaining(`file ${fileId} of chapter`) };
    const accept = (...ids: string[]) => run(['reconcile', '--accept-lost', ...ids]);
    const refused = await accept(untouched, fileId);
    expect(refused).toMatchObject(named);
    expect(refused.text).toContain(`The bucket has lost no content of: ${untouched}.`);
    expect(refused.text).toContain(`complete without the content of file ${fileId}.`);
    expect(await back()).toMatchObject({ lost: 0 });
    expect(await summarize()).toMatchObject({ state: 'fine', failure: null });
    expect(await run(['reconcile'])).toMatchObject(named);
    const { damaged } = await checkFiles({ db: hub.db, fileBucket: bucket });
    expect(damaged.map((found) => found.fileId)).toEqual([fileId]);
    // It is in neither place.
    expect(await countContents(hub.db, 'bucket')).toBe(2);
    expect(await countContents(hub.db, 'database')).toBe(3);
  });

  test('is looked at by the doctor, and its files are moved by a command', async () => {
    expect((await run(['doctor'])).text).toMatch(/Files.*3 files are still in the database/s);
    expect((await run(['doctor'], { FILES_S3_URL: '' })).text).toMatch(
      /Files.*3 files are in a bucket, and FILES_S3_URL is not set/s,
    );
    const closed = { FILES_S3_URL: 'http://k:s@127.0.0.1:1/hub' };
    expect((await run(['doctor'], closed)).text).toMatch(/Files.*can't be reached/s);
    expect(await run(['move-files', 'bucket'], closed)).toEqual({
      code: 1,
      text: expect.stringContaining("can't be reached"),
    });
    expect(await run(['reconcile'], closed)).toEqual({
      code: 1,
      text: expect.stringMatching(/files could not be checked: .*can't be reached.*0 differences/s),
    });
    expect(await run(['move-files', 'moon'])).toMatchObject({ code: 1 });
    expect(await run(['move-files', 'bucket'])).toEqual({
      code: 0,
      text: expect.stringMatching(/^Moved 3 files \(\d+ KB\) into the bucket.*0 files\./s),
    });
    expect((await run(['doctor'])).text).toMatch(/Files.*6 files are in http/s);
    expect((await run(['reconcile'])).code).toBe(0);
    expect(await run(['move-files', 'database'])).toEqual({
      code: 0,
      text: expect.stringMatching(/^Moved 6 files .* start the servers without FILES_S3_URL/s),
    });
    expect(await isThere(hub.database)).toBe(6);
    expect(await run(['backup'], { FILES_S3_URL: '' })).toMatchObject({ code: 0 });
  });
});
