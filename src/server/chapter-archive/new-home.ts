/** Where a chapter went that moved to another server. */
import type { Db } from '../database/db.ts';

/** The key of its address in `hub.installation`. */
export const movedKey = (chapterId: string) => `moved ${chapterId}`;

/** Undefined if it never was here, and if the operator did not say. */
export async function findNewHome(db: Db, chapterId: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', movedKey(chapterId))
    .executeTakeFirst();
  return found?.value;
}
