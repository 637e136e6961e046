import { toInstant } from '#kit/day.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { findAccount } from '../shared/account-store.ts';
import type { IdentityServices } from '../shared/services.ts';
import { connectIdentity } from './connected-identity-store.ts';

/** Connects an account to a trusted issuer's subject, for a script or a service. */
export async function connectIdentityForOperator(
  services: IdentityServices,
  identity: { email: string; issuer: string; subject: string },
  newId: NewId,
): Promise<Result<undefined>> {
  const account = await findAccount(services.db, identity.email.trim().toLowerCase());
  if (!account) return refuse('not-found', 'no_account', 'No account has this email address');
  const { issuer, subject } = identity;
  const context = { now: toInstant(Temporal.Now.instant()), newId, isOperator: true };
  return inTransaction(services.db, async (tx) => {
    if (!(await connectIdentity(tx, account.id, identity, context.now))) {
      return refuse(
        'conflict',
        'identity_taken',
        'An account is already connected to this identity',
      );
    }
    const record = { action: 'account.identity-connected', after: { issuer, subject } } as const;
    await auditAccount(tx, account.id, context, record);
    const change = { accountId: account.id, change: 'identity-connected' } as const;
    await queueAccountNotice(tx, services, change, context);
    return ok(undefined);
  });
}
