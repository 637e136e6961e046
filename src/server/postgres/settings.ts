import { createHash } from 'node:crypto';
import { release } from 'node:os';

export type PostgresSettings = Readonly<Record<string, string>>;

/** Durable first, then small: one server process, some forty connections, a shared machine. */
const COMMON: PostgresSettings = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '',
  port: '5432',
  unix_socket_permissions: '0700',
  max_connections: '40',
  superuser_reserved_connections: '3',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  // Bounds crash recovery: the next start should take at most five seconds.
  max_wal_size: '256MB',
  min_wal_size: '64MB',
  checkpoint_timeout: '5min',
  autovacuum_max_workers: '2',
  max_worker_processes: '4',
  max_parallel_workers_per_gather: '0',
  max_wal_senders: '2',
  random_page_cost: '1.1',
  jit: 'off',
  // A statement whose caller was killed must end soon: it may hold locks.
  client_connection_check_interval: '1s',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failing statements and their values are never logged: they may contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  logging_collector: 'on',
  log_directory: 'log',
  log_filename: 'postgresql-%a.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
};

/**
 * After a crash, PostgreSQL first syncs its files. Syncing 1,400 of them one by one takes three
 * seconds on a busy machine, while the rest of a start takes one. Linux can sync a whole file
 * system, and reports errors since 5.8.
 */
const AFTER_A_CRASH: PostgresSettings = syncsWholeFileSystem()
  ? { recovery_init_sync_method: 'syncfs' }
  : {};

function syncsWholeFileSystem(): boolean {
  const [major = 0, minor = 0] = release().split('.').map(Number);
  return process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));
}

const SINCE_18: PostgresSettings = { io_method: 'sync' };

/**
 * The server's arguments. Their fingerprint is one of them (as `cluster_name`), so that a running
 * server can be asked whether it has the same settings.
 */
export function postgresArguments(options: {
  readonly clusterDir: string;
  readonly socketDir: string;
  readonly binaries: { readonly major: number; readonly version: string };
  readonly settings: PostgresSettings;
}): { readonly args: string[]; readonly fingerprint: string } {
  const settings: PostgresSettings = {
    ...COMMON,
    ...AFTER_A_CRASH,
    ...(options.binaries.major >= 18 ? SINCE_18 : {}),
    unix_socket_directories: options.socketDir,
    ...options.settings,
  };
  const pairs = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  const hash = createHash('sha256')
    .update([options.binaries.version, ...pairs].join('\n'))
    .digest('hex');
  const fingerprint = `chapter-hub-${hash.slice(0, 12)}`;
  const args = [...pairs, `cluster_name=${fingerprint}`].flatMap((pair) => ['-c', pair]);
  return { args: ['-D', options.clusterDir, ...args], fingerprint };
}
