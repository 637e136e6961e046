/** Checks of what Chapter Hub keeps, and of its address. */
import { sql } from 'kysely';
import type pg from 'pg';
import { countContents } from '#features/files/server/move-contents.ts';
import { sampleObjects } from '#features/files/server/objects.ts';
import { matches } from '#features/identity/server/secret/check-secret.ts';
import { formatCount, plural } from '#kit/counts.ts';
import type { Instant } from '#kit/day.ts';
import { checkAudit } from '#server/audit/audit-chain.ts';
import { checkFigures } from '#server/checks/reconciliation.ts';
import type { Config } from '#server/config/config.ts';
import { readInstallationSecret } from '#server/config/installation-secret.ts';
import { hubCommand } from '#server/config/paths.ts';
import type { Db } from '#server/database/db.ts';
import { newId } from '#server/database/ids.ts';
import { isMigrated, pendingMigrations } from '#server/database/migrate.ts';
import { MigrationError } from '#server/database/migration-files.ts';
import { noHubInDatabase } from '#server/database/open-database.ts';
import type { Bucket } from '#server/s3/bucket.ts';
import { BucketError } from '#server/s3/bucket-error.ts';
import { openFileBucket } from '../file-bucket.ts';
import { advice, type Finding, fine, problem } from './finding.ts';

export async function checkMigrations(client: pg.ClientBase): Promise<Finding> {
  try {
    if (!(await isMigrated(client))) return problem(noHubInDatabase);
    const pending = await pendingMigrations(client);
    return pending.length === 0
      ? fine('The database is of this version.')
      : problem(
          `${plural(pending.length, 'migration')} pending: the database is of an older version. Back it up with that version, then run: ${hubCommand} migrate`,
        );
  } catch (error) {
    if (error instanceof MigrationError) return problem(error.message);
    throw error;
  }
}

export async function checkSecret(
  db: Db,
  config: Pick<Config, 'secret' | 'dataDir'>,
): Promise<Finding> {
  const given = await readInstallationSecret(config.secret, config.dataDir);
  const place =
    config.secret === undefined ? 'the file "secret" in the data directory' : 'HUB_SECRET';
  if (given !== undefined && (await matches(db, given)))
    return fine('It is that of this database.');
  if (given === undefined) {
    const { rows } = await sql`select from auth.account limit 1`.execute(db);
    if (rows.length === 0) return fine('None is needed yet; the first start makes one.');
  }
  return problem(
    `The secret in ${place} ${given === undefined ? 'is missing' : 'is not that of this database'}. Bring back the right one, or retire it: ${hubCommand} new-secret`,
  );
}

export async function checkAllFigures(ownerUrl: string, now: Instant): Promise<Finding> {
  const all = await checkFigures(ownerUrl, now);
  const open = all.filter(({ isExplained }) => !isExplained);
  if (open.length > 0) {
    return problem(
      `${plural(open.length, 'difference')} without an explanation, so money changes are suspended. List them: ${hubCommand} reconcile`,
    );
  }
  return all.length === 0
    ? fine('They add up.')
    : advice(
        `${plural(all.length, 'difference')}, each explained by an operator's note, so money changes go on. List them: ${hubCommand} reconcile`,
      );
}

export async function checkAuditLogs(ownerUrl: string, now: Instant): Promise<Finding> {
  const { breaks } = await checkAudit(ownerUrl, now);
  return breaks.length === 0
    ? fine('No record was altered.')
    : problem(
        `${plural(breaks.length, 'break')} in the chain of records. List them: ${hubCommand} reconcile`,
      );
}

/** Whether contents of files are where the server looks for them. */
export async function checkFileBucket(
  db: Db,
  config: Pick<Config, 'fileBucket'>,
): Promise<Finding> {
  const inBucket = await countContents(db, 'bucket');
  const bucket = await openFileBucket(config);
  if (!bucket) {
    return inBucket === 0
      ? fine('Their contents are in the database.')
      : problem(
          `The contents of ${plural(inBucket, 'file')} are in a bucket, and FILES_S3_URL is not set. Set it, or with it set once more run: ${hubCommand} move-files database`,
        );
  }
  const trouble = (await findBucketProblem(bucket)) ?? (await findMissingContents(db, bucket));
  if (trouble !== undefined) return problem(trouble);
  const inDatabase = await countContents(db, 'database');
  return inDatabase === 0
    ? fine(`The contents of ${plural(inBucket, 'file')} are in ${bucket.name}.`)
    : advice(
        `The contents of ${plural(inDatabase, 'file')} are still in the database. Move them: ${hubCommand} move-files bucket`,
      );
}

/** Writes, reads and removes an object, as files and backups will be. */
export async function findBucketProblem(bucket: Bucket): Promise<string | undefined> {
  const key = `check-${newId()}`;
  const content = Buffer.from('Chapter Hub checks whether it can write, read and delete here.');
  try {
    let read: Buffer | undefined;
    try {
      await bucket.putBytes(key, content, 'text/plain');
      read = await bucket.getBytes(key, { start: 0, end: content.length });
    } finally {
      await bucket.delete(key);
    }
    return read?.equals(content) ? undefined : `${bucket.name} gave back something else.`;
  } catch (error) {
    if (error instanceof BucketError) return error.message;
    throw error;
  }
}

/** In another folder than that of the files, all works and none of them is there. */
async function findMissingContents(db: Db, bucket: Bucket): Promise<string | undefined> {
  const objects = await sampleObjects(db);
  let missing = 0;
  for (const id of objects) if (!(await bucket.head(id))) missing += 1;
  if (missing === 0) return undefined;
  return `${formatCount(missing)} of ${plural(objects.length, 'file')} looked for ${missing === 1 ? 'is' : 'are'} not in ${bucket.name}. Is the folder in FILES_S3_URL the right one? List all: ${hubCommand} reconcile`;
}

export function checkAddress({
  publicUrl,
  isBehindProxy,
}: Pick<Config, 'publicUrl' | 'isBehindProxy'>): Finding {
  if (publicUrl === undefined) {
    return advice(
      'PUBLIC_URL is not set, so links in emails lead to this machine alone. Set it to the address people use.',
    );
  }
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = hostname === 'localhost' || hostname.startsWith('127.') || hostname === '[::1]';
  if (protocol !== 'https:' && !isLocal) {
    return problem(
      'PUBLIC_URL is not encrypted, so anyone on the way can read passwords. Put a proxy with HTTPS before it.',
    );
  }
  if (protocol === 'https:' && !isBehindProxy) {
    return advice(
      'PUBLIC_URL is HTTPS, which a proxy provides, but TRUST_PROXY is off: all people count as one for rate limits. Set TRUST_PROXY=on if the proxy alone can reach this server.',
    );
  }
  return fine(`People use ${publicUrl}.`);
}
