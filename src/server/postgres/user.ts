import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The unprivileged user that PostgreSQL runs as if we were started as root. */
export type PostgresUser = { readonly uid: number; readonly gid: number; readonly name: string };

/**
 * The user to run PostgreSQL as; undefined for the current one, which is always the case except for
 * root. Data that belongs to an ordinary user stays with that user, so that operators may `chown`
 * it; new data belongs to `nobody`.
 */
export function postgresUser(clusterDir: string): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = readOwner(clusterDir);
  if (owner !== undefined && owner !== 0) {
    const known = accounts().find((account) => account.uid === owner);
    return known ?? { uid: owner, gid: owner, name: `uid ${owner}` };
  }
  const nobody = accounts().find((account) => account.name === 'nobody');
  // macOS lists nobody as -2, which system calls take as an unsigned number.
  return nobody ?? { uid: 65_534, gid: 65_534, name: 'nobody' };
}

/**
 * The warning to root whose data belongs to a user that other services run as, too: the socket's folder keeps
 * out everyone else, but not those.
 */
export function warnOfSharedUser(dataDir: string): string | undefined {
  const user = postgresUser(join(dataDir, 'postgres'));
  if (user?.name !== 'nobody') return undefined;
  return `Chapter Hub runs as root, so its PostgreSQL runs as "nobody", and every other service that runs as "nobody" can read and change all data. Start Chapter Hub as a user of its own, or stop it and give the data to one: useradd --system chapter-hub; chown -R chapter-hub ${join(dataDir, 'postgres')} ${join(dataDir, 'run')}`;
}

/** Whether `user` may walk every folder on the way to `path` and read what is there. */
export function canRead(user: PostgresUser | undefined, path: string): boolean {
  const isFolder = statSync(path).isDirectory();
  return user === undefined || hasRights(user, realpathSync(path), isFolder ? 0o5 : 0o4);
}

/** Whether `user` may walk every folder on the way into `folder`, this one included. */
export function canPass(user: PostgresUser | undefined, folder: string): boolean {
  return user === undefined || hasRights(user, realpathSync(folder), 0o1);
}

function hasRights(user: PostgresUser, path: string, wanted: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  if (((mode >> shift) & wanted) !== wanted) return false;
  const parent = dirname(path);
  return parent === path || hasRights(user, parent, 0o1);
}

function readOwner(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}

function accounts(): PostgresUser[] {
  let text = '';
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // A minimal container may have no passwd file; the ids of nobody are the same everywhere.
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || uid === undefined || gid === undefined) return [];
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}
