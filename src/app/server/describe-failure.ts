/** Describes to an operator why a command or a start failed: in words, never a dump of our code. */

import { storageAdvice, toStorageTrouble } from '#server/checks/storage.ts';
import { CommandError } from '#server/config/command-error.ts';
import { ConfigError } from '#server/config/config-error.ts';
import { MigrationError } from '#server/database/migration-files.ts';
import { toFailure } from '#server/http/errors.ts';
import { PostgresError } from '#server/postgres/postgres-error.ts';

export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return `Chapter Hub failed: ${String(error)}`;
  const isForOperators = [CommandError, ConfigError, MigrationError, PostgresError].some(
    (kind) => error instanceof kind,
  );
  return (
    (isForOperators ? error.message : undefined) ??
    describeDatabase(error) ??
    describeSystem(error) ??
    describeBug(error)
  );
}

function describeDatabase(error: Error): string | undefined {
  const trouble = toStorageTrouble(error);
  if (trouble !== undefined)
    return `${storageAdvice[trouble]}. The database says: ${error.message}`;
  const isDatabase =
    'severity' in error || toFailure(error).refusal.code === 'database_unavailable';
  // A file, or a host name, which may as well be that of HOST.
  const isNamed = 'syscall' in error && ('path' in error || 'hostname' in error);
  return isDatabase && !isNamed
    ? `The database can't be used: ${error.message || codeOf(error)}`
    : undefined;
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOENT: 'it does not exist and cannot be created',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a file with this name exists already',
  EISDIR: 'it is a folder',
  EMFILE: 'too many files are open',
  EIO: 'the disk reports an error',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

function describeSystem(error: Error): string | undefined {
  if (!('syscall' in error)) return undefined;
  const reason = reasons[codeOf(error)] ?? codeOf(error);
  const { path, address, port, hostname } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
    hostname?: string;
  };
  if (path !== undefined) {
    const who =
      process.getuid === undefined ? '' : ` Chapter Hub runs as user ID ${process.getuid()}.`;
    const isRight = /^(EACCES|EPERM)$/.test(codeOf(error));
    return `${path} can't be used: ${reason}.${isRight ? who : ''}`;
  }
  const place = [address ?? hostname, port].filter((part) => part !== undefined).join(':');
  return `${place || 'The system'} can't be used: ${reason}.`;
}

function describeBug(error: Error): string {
  return `Chapter Hub failed because of a bug. Please report these lines:\n${error.stack ?? error.message}`;
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : '';
}
