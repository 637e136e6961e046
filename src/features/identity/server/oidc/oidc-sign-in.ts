/** Signing in, joining and connecting an account with the OIDC provider. */

import { ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction, type Tx } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import type { SignedInView } from '../../contract.ts';
import { isAllowed, type OidcPerson, toMemberNames } from '../../oidc-person.ts';
import { queueAccountNotice } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import { createAccount } from '../shared/account-store.ts';
import type { IdentifiedJoiner, JoinByIdentity } from '../shared/join-by-identity.ts';
import type { IdentityServices } from '../shared/services.ts';
import { beginSessionFor, type StartedSession, signedInView } from '../shared/session.ts';
import { readSessionCookie } from '../shared/session-cookie.ts';
import { readSession } from '../shared/session-store.ts';
import {
  connectIdentity,
  findAccountByIdentity,
  type KnownAccount,
} from './connected-identity-store.ts';
import {
  notStarted,
  type OidcState,
  readStateCookie,
  writeStateCookie,
} from './oidc-state-cookie.ts';

type SignInPurpose = OidcState['purpose'];
type FinishedSignIn = { session: SignedInView; returnTo: string; cookies: string[] };

const notConfigured = refuse(
  'not-found',
  'hosted_not_configured',
  'No sign-in provider is configured',
);

/** Returns the authorization URL and the cookie that the callback is verified against. */
export async function startSignIn(
  services: IdentityServices,
  purpose: SignInPurpose,
  returnTo: string,
): Promise<Result<{ url: string; cookie: string }>> {
  if (!services.oidc) return notConfigured;
  const begun = await (await services.oidc.provider()).begin();
  if (!begun.ok) return begun;
  const { url, checks } = begun.value;
  return ok({ url, cookie: writeStateCookie({ ...checks, purpose, returnTo }, services) });
}

/** Handles the provider's callback. */
export async function finishSignIn(
  services: IdentityServices,
  joinByIdentity: JoinByIdentity,
  answer: string,
  context: WriteContext,
  request: RequestFacts,
): Promise<Result<FinishedSignIn>> {
  if (!services.oidc) return notConfigured;
  const state = readStateCookie(request.headers.cookie, services);
  if (!state) return notStarted;
  const person = await (await services.oidc.provider()).finish(state, answer);
  if (!person.ok) return person;
  const { purpose, returnTo } = state;
  const started =
    purpose.kind === 'connect'
      ? await connect(services, purpose.accountId, person.value, context, request)
      : await signInOrJoin(services, joinByIdentity, purpose, person.value, context, request);
  if (!started.ok) return started;
  return ok({ session: started.value.view, returnTo, cookies: started.value.cookies });
}

async function signInOrJoin(
  services: IdentityServices,
  joinByIdentity: JoinByIdentity,
  purpose: Exclude<SignInPurpose, { kind: 'connect' }>,
  person: OidcPerson,
  context: WriteContext,
  request: RequestFacts,
): Promise<Result<StartedSession>> {
  const joinedAccount = await inTransaction(services.db, async (tx) => {
    const account = await findOrCreateAccount(services, tx, person, context);
    if (!account.ok) return account;
    if (account.value.isDisabled) return disabled;
    const joiner = {
      accountId: account.value.id,
      email: person.verifiedEmail,
      ...toMemberNames(person),
    };
    const joined =
      purpose.kind === 'join'
        ? await joinByIdentity.byInvitation(tx, purpose.invitation, joiner, context)
        : await joinAllowed(services, joinByIdentity, tx, joiner, context);
    return joined.ok ? account : joined;
  });
  if (!joinedAccount.ok) return joinedAccount;
  const { issuer, subject } = person;
  const proof = { by: 'identity', issuer, subject } as const;
  const from = { request, newId: context.newId };
  return beginSessionFor(services, { accountId: joinedAccount.value.id, proof }, from, notStarted);
}

const disabled = refuse(
  'forbidden',
  'account_disabled',
  'Your account is disabled. Contact a chapter admin.',
);

/**
 * The account of this identity, or a new one. An account with the same address is never taken over,
 * even if verified: it would let anyone who controls the provider sign in as anyone.
 */
async function findOrCreateAccount(
  services: IdentityServices,
  tx: Tx,
  person: OidcPerson,
  context: WriteContext,
): Promise<Result<KnownAccount>> {
  const known = await findAccountByIdentity(tx, person);
  if (known) return ok(known);
  const { verifiedEmail: email } = person;
  const providerName = services.oidc?.name ?? '';
  if (email === undefined) return unverified(providerName);
  const { displayName: name } = toMemberNames(person);
  const account = { name, email, passwordHash: null, isEmailVerified: true };
  const id = await createAccount(tx, account, context);
  if (id === undefined) {
    // Created concurrently by the same person, or the address belongs to someone else.
    const concurrent = await findAccountByIdentity(tx, person);
    return concurrent ? ok(concurrent) : accountExists(providerName);
  }
  await connectIdentity(tx, id, person, context.now);
  return ok({ id, name, email, isDisabled: false });
}

function unverified(provider: string): Result<never> {
  return refuse(
    'forbidden',
    'email_unverified',
    `${provider} hasn't verified your email address. Verify it there, then try again.`,
  );
}

function accountExists(provider: string): Result<never> {
  return refuse(
    'conflict',
    'account_exists',
    `There's already an account with your email address. Sign in with its password, then connect ${provider} in Settings.`,
  );
}

/** Only once, so that an admin's removal of the member is final. */
async function joinAllowed(
  services: IdentityServices,
  joinByIdentity: JoinByIdentity,
  tx: Tx,
  joiner: IdentifiedJoiner,
  context: WriteContext,
): Promise<Result<undefined>> {
  const { email } = joiner;
  if (email !== undefined && isAllowed(email, services.oidc?.allow ?? [])) {
    await joinByIdentity.byAllowList(tx, { ...joiner, email }, context);
  }
  return ok(undefined);
}

/** Only for the account that requested it, and only while it is still signed in. */
async function connect(
  services: IdentityServices,
  accountId: string,
  person: OidcPerson,
  context: WriteContext,
  request: RequestFacts,
): Promise<Result<StartedSession>> {
  const token = readSessionCookie(request.headers.cookie, services);
  const session = token === undefined ? undefined : await readSession(services.db, { token });
  if (session?.accountId !== accountId) return notStarted;
  const connected = await inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, session);
    if (!locked.ok) return locked;
    if (await connectIdentity(tx, accountId, person, context.now)) {
      const record = {
        action: 'account.identity-connected',
        after: { issuer: person.issuer },
      } as const;
      await auditAccount(tx, accountId, context, record);
      await queueAccountNotice(tx, services, { accountId, change: 'identity-connected' }, context);
      return ok(undefined);
    }
    const owner = await findAccountByIdentity(tx, person);
    return owner?.id === accountId ? ok(undefined) : identityTaken(services.oidc?.name ?? '');
  });
  return connected.ok ? ok({ view: signedInView(session), cookies: [] }) : connected;
}

function identityTaken(provider: string): Result<never> {
  return refuse(
    'conflict',
    'identity_taken',
    `Another account is already connected to this ${provider} account.`,
  );
}
