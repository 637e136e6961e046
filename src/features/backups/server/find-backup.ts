import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from '#server/database/db.ts';

const backupName = /^chapter-hub-\d{4}-\d{2}-\d{2}T[\d-]+Z\.tar\.zst(\.age)?$/;

/**
 * The newest backup in the folder that another database made, as the one of a lost server: what an empty
 * database saved of itself is no use to it. Undefined if there is none, or the folder can't be read, which
 * the next backup tells.
 */
export async function findOthersBackup(db: Db, folder: string): Promise<string | undefined> {
  const files = await readdir(folder).catch(() => []);
  const own = await db.selectFrom('backup').select('file').execute();
  const known = new Set(own.map(({ file }) => file));
  // Their names sort by time.
  const newest = files
    .filter((file) => backupName.test(file) && !known.has(file))
    .sort()
    .at(-1);
  return newest === undefined ? undefined : join(folder, newest);
}
