/** Looks at a whole installation. Changes nothing but what is noted about figures; what it writes, it removes. */
import type pg from 'pg';
import type { Instant } from '#kit/day.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/database/db.ts';
import { checkBackupBucket, checkBackupFolder, checkBackups, checkDisk } from './backup-checks.ts';
import {
  checkClock,
  checkCollations,
  checkExtensions,
  checkIndexes,
  checkRole,
} from './database-checks.ts';
import { advice, type Examined, type Finding, problem } from './finding.ts';
import {
  checkAddress,
  checkAllFigures,
  checkAuditLogs,
  checkFileBucket,
  checkMigrations,
  checkSecret,
} from './installation-checks.ts';
import { checkMail } from './mail-check.ts';

export type Patient = {
  readonly config: Config;
  readonly db: Db;
  /** As the owner of the tables. */
  readonly client: pg.ClientBase;
  readonly ownerUrl: string;
  readonly now: Instant;
  readonly readClock: () => Instant;
};

/** What needs no database. */
export async function* examineSurroundings(config: Config): AsyncGenerator<Examined> {
  yield await look('address', async () => checkAddress(config));
  yield await look('mail', () => checkMail(config));
  let { backups } = config;
  if (backups.folder !== undefined) {
    const folder = await look('backup-folder', () => checkBackupFolder(config));
    yield folder;
    // A drive that does not respond would never say how much space it has.
    if (folder.level === 'problem') backups = { ...backups, folder: undefined };
  }
  const { bucket } = backups;
  if (bucket) yield await look('backup-bucket', () => checkBackupBucket(bucket));
  yield await look('disk', () => checkDisk({ ...config, backups }));
}

export async function* examineDatabase(patient: Patient): AsyncGenerator<Examined> {
  const { config, db, client, ownerUrl, now } = patient;
  yield await look('clock', () => checkClock(client, patient.readClock));
  const migrations = await look('migrations', () => checkMigrations(client));
  yield migrations;
  const rest: readonly [Examined['code'], () => Promise<Finding>][] = [
    ['secret', () => checkSecret(db, config)],
    ['role', () => checkRole(db)],
    ['collations', () => checkCollations(client)],
    ['extensions', () => checkExtensions(client)],
    ['indexes', () => checkIndexes(client)],
    ['figures', () => checkAllFigures(ownerUrl, now)],
    ['audit-logs', () => checkAuditLogs(ownerUrl, now)],
    ['backups', () => checkBackups(db, config, now)],
    ['files', () => checkFileBucket(db, config)],
  ];
  for (const [code, check] of rest) {
    // Another version's tables would be misread.
    yield migrations.level === 'fine'
      ? await look(code, check)
      : { code, ...advice('Not checked before the migrations are right.') };
  }
}

async function look(code: Examined['code'], check: () => Promise<Finding>): Promise<Examined> {
  try {
    return { code, ...(await check()) };
  } catch (error) {
    return { code, ...problem(`Couldn't be checked: ${(error as Error).message}`) };
  }
}
