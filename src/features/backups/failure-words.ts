/** Why a backup was not made, for installation admins. */
const backupFailures = [
  'disk_full',
  'denied',
  'read_only',
  'no_folder',
  'folder_failed',
  'unreadable',
  'database',
  'not_copied',
  'files_unreachable',
  'files_missing',
  'interrupted',
  'other',
] as const;
export type BackupFailure = (typeof backupFailures)[number];

export const failureWords: Record<BackupFailure, string> = {
  disk_full: 'The disk with the backups is full',
  denied: 'The server may not write to the folder of the backups',
  read_only: 'The folder of the backups is read-only',
  no_folder: 'The folder of the backups does not exist',
  folder_failed:
    'The folder of the backups does not respond, or its disk fails: is its drive connected? The log says more',
  unreadable: 'What was written could not be read back',
  database: 'The database did not give all of its data',
  not_copied: 'The backup is whole, but the bucket did not take its copy; the log says why',
  files_unreachable:
    'The bucket with the contents of files did not give all of them; the log says why',
  files_missing:
    'It lacks contents of files that are not in the bucket any more, so older backups stay; the command reconcile lists them, and can accept the loss',
  interrupted: 'The server stopped before the backup was complete',
  other: 'The server does not know why; its log says more',
};

/** Versions differ in what they know. */
export function isBackupFailure(text: string): text is BackupFailure {
  return (backupFailures as readonly string[]).includes(text);
}

/** Why a restore that was rehearsed did not prove a backup. */
const rehearsalFailures = [
  'may_not_create_database',
  'folder_failed',
  'unreadable',
  'differs',
  'disk_full',
  'database',
  'other',
] as const;
export type RehearsalFailure = (typeof rehearsalFailures)[number];

export const rehearsalWords: Record<RehearsalFailure, string> = {
  may_not_create_database:
    'The database role that owns the tables may not create a scratch database: grant it CREATEDB',
  folder_failed: 'The folder of the backups does not respond: is its drive connected?',
  unreadable: 'The file is missing or damaged, or its rows came back differently',
  differs: 'The restored figures or audit logs do not add up',
  disk_full: "The database's disk has no room for the database a second time",
  database: 'The database refused a part of it',
  other: 'The server does not know why; its log says more',
};

export function isRehearsalFailure(text: string): text is RehearsalFailure {
  return (rehearsalFailures as readonly string[]).includes(text);
}
