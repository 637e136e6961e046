import { findPasswordHash, replacePasswordHash } from './account-store.ts';
import { hashPassword, isOutdated, matchesHash } from './password.ts';
import type { IdentityServices } from './services.ts';

/**
 * Returns the hash that the password matched, so that callers can check that it is still current.
 * Undefined for a wrong password, an account without one, and no account.
 */
export async function checkPassword(
  services: Pick<IdentityServices, 'db' | 'passwordCost'>,
  accountId: string | undefined,
  password: string,
): Promise<string | undefined> {
  const { db, passwordCost } = services;
  const hash = accountId === undefined ? undefined : await findPasswordHash(db, accountId);
  if (
    !(await matchesHash(hash, password, passwordCost)) ||
    accountId === undefined ||
    hash === undefined
  ) {
    return undefined;
  }
  if (!isOutdated(hash, passwordCost)) return hash;
  const renewed = await hashPassword(password, passwordCost);
  if (await replacePasswordHash(db, accountId, hash, renewed)) return renewed;
  // The hash was replaced concurrently.
  return checkPassword(services, accountId, password);
}
