/** The address that the server of this database was last reached at, for links that commands print. */
import type { Db } from './db.ts';

const addressKey = 'address';

export async function storeAddress(db: Db, value: string): Promise<void> {
  if ((await readAddress(db)) === value) return;
  await db
    .insertInto('installation')
    .values({ key: addressKey, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}

export async function readAddress(db: Db): Promise<string | undefined> {
  const found = await db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', addressKey)
    .executeTakeFirst();
  return found?.value;
}
