import { ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction, type Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { disconnectIdentities } from '../oidc/connected-identity-store.ts';
import { lockAccount } from '../shared/account-lock.ts';
import { findAccount } from '../shared/account-store.ts';
import { deleteSecondFactor } from '../shared/second-factor-store.ts';
import type { IdentityServices } from '../shared/services.ts';
import { endAllSessions } from '../shared/session-store.ts';
import { deleteChallenges } from './challenge.ts';
import { deletePasskeys } from './passkey-store.ts';

export type RemovedSignInMethods = {
  hadSecondFactor: boolean;
  passkeys: number;
  issuers: string[];
};

/** Of an account with a password: all that signs in beside it, and what was begun towards that. */
export async function removeOtherSignInMethods(
  tx: Tx,
  accountId: string,
): Promise<RemovedSignInMethods> {
  const issuers = await disconnectIdentities(tx, accountId);
  return { ...(await removeFactors(tx, accountId)), issuers };
}

async function removeFactors(tx: Tx, accountId: string) {
  const hadSecondFactor = await deleteSecondFactor(tx, accountId);
  const passkeys = await deletePasskeys(tx, accountId);
  await deleteChallenges(tx, accountId);
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
  context: WriteContext,
): Promise<Result<RemovedSignInMethods & { sessions: number }>> {
  const account = await findAccount(services.db, email);
  if (!account) return refuse('not-found', 'no_account', 'No account has this email address');
  return inTransaction(services.db, async (tx) => {
    await lockAccount(tx, account.id);
    const ways =
      account.passwordHash === null
        ? { ...(await removeFactors(tx, account.id)), issuers: [] }
        : await removeOtherSignInMethods(tx, account.id);
    const removed = { ...ways, sessions: await endAllSessions(tx, account.id) };
    await auditAccount(
      tx,
      account.id,
      { ...context, isOperator: true },
      { action: 'account.factors-reset', before: removed },
    );
    const change = changeOf(removed);
    if (change) await queueAccountNotice(tx, services, { accountId: account.id, change }, context);
    return ok(removed);
  });
}

function changeOf({ hadSecondFactor, passkeys, issuers }: RemovedSignInMethods) {
  if (hadSecondFactor) return 'second-factor-off';
  if (passkeys > 0) return 'passkey-removed';
  return issuers.length > 0 ? 'identity-disconnected' : undefined;
}
