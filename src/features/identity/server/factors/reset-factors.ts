import { ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction, type Tx } from '#server/database/db.ts';
import { tellOfChange } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { deleteIdentities } from '../oidc/hosted-store.ts';
import { lockAccount } from '../shared/account-lock.ts';
import { findAccount } from '../shared/account-store.ts';
import { deleteSecondFactor } from '../shared/second-factor-store.ts';
import type { IdentityServices } from '../shared/services.ts';
import { endSessionsOf } from '../shared/session-store.ts';
import { endChallengesOf } from './challenge.ts';
import { deletePasskeys } from './passkey-store.ts';
import type { By } from './second-factor.ts';

export type RemovedWaysIn = { hadSecondFactor: boolean; passkeys: number; issuers: string[] };

/** Of an account with a password: all that signs in beside it, and what was begun towards that. */
export async function removeOtherWaysIn(tx: Tx, accountId: string): Promise<RemovedWaysIn> {
  const issuers = await deleteIdentities(tx, accountId);
  return { ...(await removeFactors(tx, accountId)), issuers };
}

async function removeFactors(tx: Tx, accountId: string) {
  const hadSecondFactor = await deleteSecondFactor(tx, accountId);
  const passkeys = await deletePasskeys(tx, accountId);
  await endChallengesOf(tx, accountId);
  return { hadSecondFactor, passkeys };
}

/**
 * For somebody whose phone is lost, by the hub's operator: the password alone signs in again. All
 * sessions end, because one of them may be on that phone. Who has no password keeps the provider's
 * identity, which is the only way in. 404 `no_account`.
 */
export async function resetFactors(
  services: IdentityServices,
  email: string,
  by: By,
): Promise<Result<RemovedWaysIn & { sessions: number }>> {
  const account = await findAccount(services.db, email);
  if (!account) return refuse('not-found', 'no_account', 'No account has this email address');
  return inTransaction(services.db, async (tx) => {
    await lockAccount(tx, account.id);
    const ways =
      account.passwordHash === null
        ? { ...(await removeFactors(tx, account.id)), issuers: [] }
        : await removeOtherWaysIn(tx, account.id);
    const removed = { ...ways, sessions: await endSessionsOf(tx, account.id) };
    await auditAccount(
      tx,
      account.id,
      { ...by, isOperator: true },
      { action: 'account.factors-reset', before: removed },
    );
    const change = changeOf(removed);
    if (change) await tellOfChange(tx, services, { accountId: account.id, change }, by);
    return ok(removed);
  });
}

function changeOf({ hadSecondFactor, passkeys, issuers }: RemovedWaysIn) {
  if (hadSecondFactor) return 'second-factor-off';
  if (passkeys > 0) return 'passkey-removed';
  return issuers.length > 0 ? 'identity-disconnected' : undefined;
}
