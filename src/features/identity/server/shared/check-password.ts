import type { Db } from '#server/database/db.ts';
import { findPasswordHash, replacePasswordHash } from './account-store.ts';
import { hashPassword, isOutdated, matchesHash } from './password.ts';

/**
 * The hash that the password was found to match: what is done on the strength of it can ask whether
 * it still is the account's. Undefined for a wrong password, an account without one, and no account.
 */
export async function checkPassword(
  db: Db,
  accountId: string | undefined,
  password: string,
): Promise<string | undefined> {
  const hash = accountId === undefined ? undefined : await findPasswordHash(db, accountId);
  if (!(await matchesHash(hash, password)) || accountId === undefined || hash === undefined) {
    return undefined;
  }
  if (!isOutdated(hash)) return hash;
  const renewed = await hashPassword(password);
  if (await replacePasswordHash(db, accountId, hash, renewed)) return renewed;
  // It was renewed, or replaced by another password's, in the meantime.
  return checkPassword(db, accountId, password);
}
