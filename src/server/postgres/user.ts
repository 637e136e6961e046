import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The unprivileged user that PostgreSQL runs as when the hub itself was started as root. */
export type PostgresUser = { readonly uid: number; readonly gid: number; readonly name: string };

/**
 * Whom to run PostgreSQL as: `undefined` means oneself, which is every case but root.
 * Data that already belongs to an ordinary user stays with that user, so an operator may `chown`
 * it to a dedicated account; new data belongs to `nobody`.
 */
export function postgresUser(clusterDir: string): PostgresUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = readOwner(clusterDir);
  if (owner !== undefined && owner !== 0) {
    const known = accounts().find((account) => account.uid === owner);
    return known ?? { uid: owner, gid: owner, name: `uid ${owner}` };
  }
  const nobody = accounts().find((account) => account.name === 'nobody');
  // macOS writes nobody as -2, which the system calls take as an unsigned number.
  return nobody ?? { uid: 65_534, gid: 65_534, name: 'nobody' };
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
    // A bare container may have no passwd file; the numbers of nobody are the same everywhere.
  }
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    if (!name || uid === undefined || gid === undefined) return [];
    return [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }];
  });
}
