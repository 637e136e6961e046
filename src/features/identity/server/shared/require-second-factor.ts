import { type Refused, refuse } from '#kit/result.ts';
import { secondFactorRequired } from '../../factor-contract.ts';
import { startChallenge } from '../factors/challenge.ts';
import type { Account } from './account-store.ts';
import { hashToken } from './link-token.ts';
import type { IdentityServices } from './services.ts';

/** A refusal that leads on: with its cookies the caller can do what is still missing. */
export type RefusalWithCookies = Refused & { readonly cookies: string[] };

/**
 * No session, but a cookie that leads to `secondStep` and nowhere else, for five minutes, and while
 * the password stays what it is.
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
