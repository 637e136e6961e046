/** Looks at a whole installation. Changes nothing but what is noted about figures; what it writes, it removes. */
import type pg from 'pg';
import type { Instant } from '#kit/day.ts';
import type { Config } from '#server/config/config.ts';
import type { Db } from '#server/database/db.ts';
import {
  checkClock,
  checkCollations,
  checkExtensions,
  checkIndexes,
  checkRole,
} from './database-checks.ts';
import { advice, type Finding, problem } from './finding.ts';
import {
  checkAddress,
  checkAllFigures,
  checkAuditLogs,
  checkBackupFolder,
  checkBackups,
  checkDisk,
  checkFileBucket,
  checkMail,
  checkMigrations,
  checkSecret,
} from './installation-checks.ts';

export type Patient = {
  readonly config: Config;
  readonly db: Db;
  /** As the owner of the tables. */
  readonly client: pg.ClientBase;
  readonly ownerUrl: string;
  readonly now: Instant;
  readonly readClock: () => Instant;
};

export type Examined = Finding & { readonly name: string };

/** What needs no database. */
export async function* examineSurroundings(config: Config): AsyncGenerator<Examined> {
  yield await look('Address', async () => checkAddress(config));
  yield await look('Mail', () => checkMail(config));
  let { backups } = config;
  if (backups.folder !== undefined) {
    const folder = await look('Backup folder', () => checkBackupFolder(config));
    yield folder;
    // A drive that does not respond would never say how much space it has.
    if (folder.level === 'problem') backups = { ...backups, folder: undefined };
  }
  yield await look('Disk', () => checkDisk({ ...config, backups }));
}

export async function* examineDatabase(patient: Patient): AsyncGenerator<Examined> {
  const { config, db, client, ownerUrl, now } = patient;
  yield await look('Clock', () => checkClock(client, patient.readClock));
  const migrations = await look('Migrations', () => checkMigrations(client));
  yield migrations;
  const rest: readonly [string, () => Promise<Finding>][] = [
    ['Secret', () => checkSecret(db, config)],
    ['Role', () => checkRole(db)],
    ['Collations', () => checkCollations(client)],
    ['Extensions', () => checkExtensions(client)],
    ['Indexes', () => checkIndexes(client)],
    ['Figures', () => checkAllFigures(ownerUrl, now)],
    ['Audit logs', () => checkAuditLogs(ownerUrl, now)],
    ['Backups', () => checkBackups(db, config, now)],
    ['Files', () => checkFileBucket(db, config)],
  ];
  for (const [name, check] of rest) {
    // Another version's tables would be misread.
    yield migrations.level === 'fine'
      ? await look(name, check)
      : { name, ...advice('Not checked before the migrations are right.') };
  }
}

async function look(name: string, check: () => Promise<Finding>): Promise<Examined> {
  try {
    return { name, ...(await check()) };
  } catch (error) {
    return { name, ...problem(`Couldn't be checked: ${(error as Error).message}`) };
  }
}
