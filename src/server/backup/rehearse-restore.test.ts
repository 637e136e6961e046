import { expect, onTestFinished, test } from 'vitest';
import { toInstant } from '#kit/day.ts';
import { withClient } from '../../app/testing/database.ts';
import { temporaryFolder } from '../../app/testing/temporary-folder.ts';
import { migrate } from '../database/migrate.ts';
import { APP_ROLE } from '../postgres/cluster.ts';
import { startEmbeddedPostgres } from '../postgres/embedded-postgres.ts';
import { rehearseRestore } from './rehearse-restore.ts';
import { writeBackup } from './write-backup.ts';

const now = toInstant(Temporal.Instant.from('2026-11-23T18:00:00Z'));
const log = { info: () => {}, warn: () => {} };

test('a backup is rehearsed also on a server whose own encoding is another', {
  tags: ['all'],
}, async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await temporaryFolder(), log });
  onTestFinished(() => postgres.stop());
  const { ownerUrl } = postgres;
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query(`select current_setting('server_version_num')::int as it`);
    // As of a server that was made without a locale; later versions have a provider besides.
    await client.query(
      `update pg_database set encoding = pg_char_to_encoding('SQL_ASCII'), datcollate = 'C', datctype = 'C' ${
        rows[0].it >= 170_000 ? `, datlocprovider = 'c', datlocale = null` : ''
      } where datname in ('template0', 'template1')`,
    );
  });
  await migrate(ownerUrl, { log, appRole: APP_ROLE });
  const { path } = await writeBackup(ownerUrl, {
    folder: await temporaryFolder(),
    hubVersion: '1.2.3',
    now,
    readElsewhere: () => undefined,
  });
  const { differences, auditBreaks } = await rehearseRestore(path, {
    ownerUrl,
    passphrase: undefined,
    now,
  });
  expect([differences, auditBreaks]).toEqual([[], []]);
});
