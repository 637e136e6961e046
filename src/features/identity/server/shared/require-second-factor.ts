import { type Refused, refuse } from '#kit/result.ts';
import { secondFactorRequired } from '../../factor-contract.ts';
import { startChallenge } from '../factors/challenge.ts';
import type { Account } from './account-store.ts';
import { hashToken } from './link-token.ts';
import type { IdentityServices } from './services.ts';

/** A refusal whose cookies let the caller complete the missing step. */
export type RefusalWithCookies = Refused & { readonly cookies: string[] };

/**
 * Starts no session, but sets a cookie that is only valid for `secondStep`, for five minutes, and
 * only while the password stays the same.
 */
export async function requireSecondFactor(
  services: IdentityServices,
  { id: accountId, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
): Promise<RefusalWithCookies> {
  const challenge = hashToken(passwordHash ?? '');
  const cookie = await startChallenge(services, { purpose: 'second-factor', accountId, challenge });
  return { ...codeRequired, cookies: [cookie] };
}

const codeRequired = refuse(
  'unauthenticated',
  secondFactorRequired,
  'Enter a code from your authenticator app',
  { details: { secondFactor: 'required' } },
);
