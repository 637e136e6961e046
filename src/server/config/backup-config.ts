/** The settings of backups. */
import { type Keep, parseKeep } from '../backup/keep.ts';
import { type BucketAddress, readBucketAddress } from '../s3/bucket-address.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './variables.ts';

export type BackupConfig = {
  /** Where backups are made every night; undefined for none. */
  readonly folder: string | undefined;
  readonly keep: Keep;
  /** Encrypts backups, which hold the installation secret then. */
  readonly passphrase: string | undefined;
  /** Where each is copied to. */
  readonly bucket: BucketAddress | undefined;
};

const defaultKeep = '7d4w12m';
const minPassphraseLength = 20;

export function readBackups(env: Environment): BackupConfig {
  const passphrase = env.BACKUP_PASSPHRASE;
  if (passphrase !== undefined && passphrase.length < minPassphraseLength) {
    throw new ConfigError(`BACKUP_PASSPHRASE must have at least ${minPassphraseLength} characters`);
  }
  const keep = parseKeep(env.BACKUP_KEEP ?? defaultKeep);
  if (!keep) {
    throw new ConfigError(
      `BACKUP_KEEP must be a number of days, weeks and months such as ${defaultKeep}, not "${env.BACKUP_KEEP}"`,
    );
  }
  return { folder: env.BACKUP_DIR, keep, passphrase, bucket: readBucket(env) };
}

/** A backup leaves the operator's machines only encrypted, and only as a copy of one that was proved. */
function readBucket(env: Environment): BucketAddress | undefined {
  if (env.BACKUP_S3_URL === undefined) return undefined;
  if (env.BACKUP_DIR === undefined || env.BACKUP_PASSPHRASE === undefined) {
    throw new ConfigError(
      'BACKUP_S3_URL needs BACKUP_DIR, where backups are made before they are copied, and BACKUP_PASSPHRASE, which encrypts them',
    );
  }
  return readBucketAddress('BACKUP_S3_URL', env.BACKUP_S3_URL);
}
