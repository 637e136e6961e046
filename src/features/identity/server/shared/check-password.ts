import type { Db } from '#server/database/db.ts';
import { findPasswordHash, replacePasswordHash } from './account-store.ts';
import { hashPassword, isOutdated, matchesHash } from './password.ts';

/**
 * Returns the hash that the password matched, so that callers can check that it is still current.
 * Undefined for a wrong password, an account without one, and no account.
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
  // The hash was replaced concurrently.
  return checkPassword(db, accountId, password);
}
