import type { EncryptionKey } from './encryption.ts';

/** Bound to the account, so that a secret cannot be moved to another account. */
export function secondFactorKey(secret: string, accountId: string): EncryptionKey {
  return { secret, purpose: `hub: the second factor of ${accountId}` };
}
