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

/** For an account with a password: removes every other sign-in method and pending challenge. */
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
 * Lets the operator help someone who lost their phone: the password alone signs in again. Ends all
 * sessions, because one may be on that phone. An account without a password keeps its identity, its
 * only sign-in method. 404 `no_account`.
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
    const methods =
      account.passwordHash === null
        ? { ...(await removeFactors(tx, account.id)), issuers: [] }
        : await removeOtherSignInMethods(tx, account.id);
    const removed = { ...methods, sessions: await endAllSessions(tx, account.id) };
    await auditAccount(
      tx,
      account.id,
      { ...context, isOperator: true },
      { action: 'account.factors-reset', before: removed },
    );
    const change = chooseNotice(removed);
    if (change) await queueAccountNotice(tx, services, { accountId: account.id, change }, context);
    return ok(removed);
  });
}

function chooseNotice({ hadSecondFactor, passkeys, issuers }: RemovedSignInMethods) {
  if (hadSecondFactor) return 'second-factor-off';
  if (passkeys > 0) return 'passkey-removed';
  return issuers.length > 0 ? 'identity-disconnected' : undefined;
}
