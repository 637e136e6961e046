/** Restores of the newest backup that are rehearsed each week, on a real database. */
import { readFile, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { walletCalls } from '#features/wallets/contract.ts';
import { makeBackup } from './make-backup.ts';
import { asOwner, jobs, later, scene, setUpScene, summary, work } from './testing/backup-scene.ts';

setUpScene();

describe('a rehearsed restore', () => {
  const scratch = async () => {
    const { rows } = await sql<{ datname: string }>`
      select datname from pg_database where starts_with(datname, 'chapter_hub_rehearsal_' ||
        (select oid from pg_database where datname = current_database()) || '_')`.execute(
      scene.hub.db,
    );
    return rows.map(({ datname }) => datname);
  };

  test('proves the newest backup once a week, and leaves no database', async () => {
    const { rehearse } = jobs();
    await rehearse.run();
    expect((await summary()).verifiedAt).toBeNull();
    await makeBackup(work());
    await rehearse.run();
    const proved = scene.now;
    expect(await summary()).toMatchObject({ state: 'fine', verifiedAt: proved });
    expect(await scratch()).toEqual([]);
    later(24);
    await makeBackup(work());
    await rehearse.run();
    expect((await summary()).verifiedAt).toBe(proved);
    later(6 * 24);
    await makeBackup(work());
    await rehearse.run();
    expect((await summary()).verifiedAt).toBe(scene.now);
  });

  test('reports a backup that is damaged since it was read back', async () => {
    const { rehearse } = jobs();
    const { path = '' } = (await makeBackup(work())) ?? {};
    await rehearse.run();
    const whole = await readFile(path);
    whole.writeUInt8(whole.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    await writeFile(path, whole);
    later(7 * 24);
    await scene.hub.db.updateTable('backup').set({ begun_at: scene.now }).execute();
    await expect(rehearse.run()).rejects.toThrow();
    expect(await summary()).toMatchObject({
      state: 'unproven',
      rehearsalFailure: 'unreadable',
    });
    expect(await scratch()).toEqual([]);
    // The next whole one is proved at once.
    later(1);
    await makeBackup(work());
    await rehearse.run();
    expect(await summary()).toMatchObject({ state: 'fine', rehearsalFailure: null });
  });

  test('reports figures that do not add up', async () => {
    const { rehearse } = jobs();
    const { value } = await (await scene.hub.chapter('Bergen')).person('Bo Berg').then((bo) =>
      bo.call(walletCalls.create, {
        body: { name: 'Dues', ownerId: bo.memberId, currencyCode: 'USD' },
      }),
    );
    await asOwner(`begin; set local session_replication_role = replica;
      update hub.ledger_account set balance_cents = 1 where wallet_id = '${value().id}'; commit`);
    await makeBackup(work());
    await rehearse.run();
    expect(await summary()).toMatchObject({ state: 'unproven', rehearsalFailure: 'differs' });
  });

  test('is not tried, and that is reported, where the embedded database would be left without space', async () => {
    await makeBackup(work());
    const readFree = async (path: string) => (path === '/data' ? 1_000_000 : Infinity);
    const { rehearse } = jobs(undefined, { embeddedIn: '/data', readFree });
    await expect(rehearse.run()).rejects.toThrow(/needs .+ MB free; in \/data, only 1 MB/);
    expect(await summary()).toMatchObject({ state: 'unproven', rehearsalFailure: 'disk_full' });
    const enough = { embeddedIn: '/data', readFree: async () => 1e12 };
    await jobs(undefined, enough).rehearse.run();
    expect(await summary()).toMatchObject({ state: 'fine' });
  });

  test('reports a role that may not create databases', async () => {
    await makeBackup(work());
    const { rehearse } = jobs(undefined, { ownerUrl: scene.hub.database.appUrl });
    await expect(rehearse.run()).rejects.toThrow(/permission denied to create database/);
    expect(await summary()).toMatchObject({ rehearsalFailure: 'may_not_create_database' });
  });

  test('drops what a killed rehearsal left, and nothing of another database', async () => {
    await makeBackup(work());
    const { rows } = await sql<{ oid: string }>`
      select oid from pg_database where datname = current_database()`.execute(scene.hub.db);
    const left = `chapter_hub_rehearsal_${rows[0]?.oid}_00000000`;
    const other = `chapter_hub_rehearsal_${rows[0]?.oid}0_00000000`;
    await asOwner(`create database ${left}`);
    await asOwner(`create database ${other}`);
    onTestFinished(() => asOwner(`drop database ${other}`, 'template1'));
    await jobs().rehearse.run();
    expect(await scratch()).toEqual([]);
    const kept = await sql`select from pg_database where datname = ${other}`.execute(scene.hub.db);
    expect(kept.rows).toHaveLength(1);
  });
});
