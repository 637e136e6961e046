import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { chmod, chown, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hubCommand } from '../config/paths.ts';
import type { PostgresBinaries } from './binaries.ts';
import { PostgresError } from './postgres-error.ts';
import { removeLeftovers, scratchFolder } from './scratch-folder.ts';
import { canPass, type PostgresUser } from './user.ts';

export const OWNER_ROLE = 'hub_owner';
export const APP_ROLE = 'hub_app';
export const DATABASE = 'hub';

/** No one may connect by default; the app's role gets what migrations grant. */
const BOOTSTRAP = [
  `create role ${APP_ROLE} login`,
  `create database ${DATABASE}`,
  `revoke all on database ${DATABASE} from public`,
  `grant connect on database ${DATABASE} to ${APP_ROLE}`,
  `revoke all on database postgres from public`,
];

type Place = {
  readonly clusterDir: string;
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser | undefined;
  readonly isDurable: boolean;
  readonly mayCreate: boolean;
};

/**
 * Ensures that `clusterDir` contains a complete cluster of the binaries' major version. A new one,
 * including roles and database, is created in a scratch folder that is renamed once it is complete
 * and on disk, so that it exists either completely or not at all.
 */
export async function ensureCluster(
  place: Place,
  log: { info(message: string): void },
): Promise<void> {
  await removeLeftovers(place.clusterDir);
  if (hasCluster(place)) return;
  if (!place.mayCreate) {
    throw new PostgresError(
      'cluster_gone',
      `The data in ${place.clusterDir} is gone. Is its disk still mounted? Bring it back before you start Chapter Hub again, or restore a backup: on an empty folder it starts as a new hub.`,
    );
  }
  log.info(`Creating the database in ${place.clusterDir}`);
  const scratch = scratchFolder(place.clusterDir);
  await mkdir(scratch, { mode: 0o700 }).catch((error: unknown) => {
    // Named is the folder that an operator knows.
    throw Object.assign(error as Error, { path: dirname(scratch) });
  });
  try {
    if (place.user) await chown(scratch, place.user.uid, place.user.gid);
    await initialize(scratch, place);
    await moveIntoPlace(scratch, place);
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
  }
}

function hasCluster({ clusterDir, binaries }: Place): boolean {
  if (!existsSync(clusterDir) || entries(clusterDir).length === 0) return false;
  const versionFile = join(clusterDir, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new PostgresError(
      'not_a_cluster',
      `${clusterDir} is not empty and holds no PostgreSQL data. Choose another data directory with --data, or move what is in it.`,
    );
  }
  const found = readFileSync(versionFile, 'utf8').trim();
  if (found !== String(binaries.major)) throw otherMajorVersion(clusterDir, found, binaries.major);
  return true;
}

function entries(clusterDir: string): string[] {
  try {
    return readdirSync(clusterDir);
  } catch (error) {
    throw new PostgresError(
      'unreachable_directory',
      `${clusterDir} cannot be read (${(error as NodeJS.ErrnoException).code}): it belongs to user ID ${statSync(clusterDir).uid}. Start Chapter Hub as that user or as root, or give the folder to yourself with chown.`,
    );
  }
}

function otherMajorVersion(clusterDir: string, found: string, wanted: number): PostgresError {
  const socket = join(dirname(clusterDir), 'run');
  const old = `/usr/lib/postgresql/${found}/bin`;
  return new PostgresError(
    'other_major_version',
    `${clusterDir} holds data of PostgreSQL ${found}; this version of Chapter Hub brings PostgreSQL ${wanted}. Nothing was changed. To move the data, as the folder's owner and with the programs of PostgreSQL ${found} (here taken to be in ${old}):
  1. ${old}/pg_ctl -D ${clusterDir} -o "-c listen_addresses= -k /tmp -p 54329" -l /tmp/postgres-${found}.log -w start
  2. ${old}/pg_dump -h /tmp -p 54329 -U ${OWNER_ROLE} -Fc -f hub.dump ${DATABASE}
  3. ${old}/pg_ctl -D ${clusterDir} -w stop
  4. mv ${clusterDir} ${clusterDir}-${found}
  5. ${hubCommand} serve    (makes an empty database; leave it running and go on in another terminal)
  6. dropdb -h ${socket} -U ${OWNER_ROLE} --force ${DATABASE}
     createdb -h ${socket} -U ${OWNER_ROLE} ${DATABASE}
     pg_restore -h ${socket} -U ${OWNER_ROLE} -d ${DATABASE} hub.dump
  7. restart Chapter Hub`,
  );
}

/** Synced to disk once at the end: syncing every step takes twice as long. */
async function initialize(folder: string, place: Place): Promise<void> {
  const { major } = place.binaries;
  const at = relativeClusterPath(folder, place.user);
  const creation = [
    `--pgdata=${at}`,
    `--username=${OWNER_ROLE}`,
    '--encoding=UTF8',
    '--data-checksums',
    '--auth-local=trust',
    '--auth-host=reject',
    '--no-sync',
    // The same collation on every machine, whatever its C library.
    ...(major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8']),
  ];
  await run(place, folder, 'initdb', creation, '');
  // --single must be the first argument; any error must end it with a failure.
  const bootstrap = ['--single', '-D', at, '-c', 'exit_on_error=on', '-c', 'fsync=off', 'postgres'];
  await run(place, folder, 'postgres', bootstrap, `${BOOTSTRAP.join('\n')}\n`);
  if (!place.isDurable) return;
  const isWhole = major >= 17 && process.platform === 'linux';
  const method = isWhole ? ['--sync-method=syncfs'] : [];
  await run(place, folder, 'initdb', [`--pgdata=${at}`, '--sync-only', ...method], '');
}

/**
 * The path PostgreSQL gets for its folder. If its user cannot traverse the path (data below root's
 * private home), it is started inside the folder and refers to it as its working directory, which
 * Linux always allows.
 */
export function relativeClusterPath(folder: string, user: PostgresUser | undefined): string {
  if (user === undefined || canPass(user, dirname(folder))) return folder;
  if (existsSync('/proc/self/cwd')) return '/proc/self/cwd';
  throw new PostgresError(
    'unreachable_directory',
    `The user ${user.name} that PostgreSQL runs as cannot reach ${folder}. Choose another data directory with --data, or set DATABASE_URL.`,
  );
}

/** The environment of PostgreSQL's programs, without our variables and the machine's locale. */
export const POSTGRES_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' };

async function run(
  { binaries, user }: Place,
  folder: string,
  program: string,
  args: string[],
  input: string,
): Promise<void> {
  const child = spawn(join(binaries.binDir, program), args, {
    cwd: folder,
    env: POSTGRES_ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-4_000);
  });
  // A program that exits early breaks the pipe; its exit code explains why.
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const code = await new Promise<number | string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status, signal) => resolve(status ?? signal));
  });
  if (code !== 0) {
    if (/No space left on device|Disk quota exceeded/.test(complaint)) {
      throw new PostgresError(
        'cannot_initialise',
        `The disk of ${dirname(folder)} is full: the database could not be created. A new one takes 100 MB, that of the demo 200. Make space and start again.`,
      );
    }
    throw new PostgresError(
      'cannot_initialise',
      `The database could not be created: ${program} ended with ${code}. ${complaint.trim()}`,
    );
  }
}

async function moveIntoPlace(scratch: string, { clusterDir, isDurable }: Place): Promise<void> {
  try {
    await chmod(scratch, 0o700);
    await rename(scratch, clusterDir);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A concurrent start was faster: its cluster is equivalent, and the lock decides who owns it.
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
    throw error;
  }
  if (!isDurable) return;
  const folder = await open(dirname(clusterDir), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
