/** Signing in, joining and connecting with the hosted provider. */

import type { Instant } from '#kit/day.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { inTransaction, type Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import type { SignedInView } from '../../contract.ts';
import { type HostedPerson, isAllowed, namesOf } from '../../hosted-person.ts';
import { tellOfChange } from '../account-mail.ts';
import { auditAccount } from '../accounts/account-audit.ts';
import { lockOwnAccount } from '../shared/account-lock.ts';
import { createAccount } from '../shared/account-store.ts';
import type { IdentifiedJoiner, JoinByIdentity } from '../shared/join-by-identity.ts';
import type { IdentityServices } from '../shared/services.ts';
import { beginSessionFor, signedInView } from '../shared/session.ts';
import { readSessionCookie } from '../shared/session-cookie.ts';
import { readSession } from '../shared/session-store.ts';
import { type Flight, flightCookie, notBegun, readFlight } from './hosted-flight.ts';
import { connectIdentity, findAccountByIdentity, type KnownAccount } from './hosted-store.ts';

type By = { now: Instant; newId: NewId };
type Purpose = Flight['purpose'];
type Landed = { session: SignedInView; returnTo: string; cookies: string[] };

export const notConfigured = refuse(
  'not-found',
  'hosted_not_configured',
  'No sign-in provider is configured',
);

/** The provider's address to go to, and the cookie that the return is checked by. */
export async function takeOff(
  services: IdentityServices,
  purpose: Purpose,
  returnTo: string,
): Promise<Result<{ url: string; cookie: string }>> {
  if (!services.hosted) return notConfigured;
  const begun = await (await services.hosted.provider()).begin();
  if (!begun.ok) return begun;
  const { url, checks } = begun.value;
  return ok({ url, cookie: flightCookie({ ...checks, purpose, returnTo }, services) });
}

/** Back from the provider: who came, and what the browser keeps of it. */
export async function land(
  services: IdentityServices,
  joinByIdentity: JoinByIdentity,
  answer: string,
  by: By,
  request: RequestFacts,
): Promise<Result<Landed>> {
  if (!services.hosted) return notConfigured;
  const flight = readFlight(request.headers.cookie, services);
  if (!flight) return notBegun;
  const came = await (await services.hosted.provider()).finish(flight, answer);
  if (!came.ok) return came;
  const { purpose, returnTo } = flight;
  const landed =
    purpose.kind === 'connect'
      ? await connect(services, purpose.accountId, came.value, by, request)
      : await enter(services, joinByIdentity, purpose, came.value, by, request);
  if (!landed.ok) return landed;
  return ok({ session: landed.value.view, returnTo, cookies: landed.value.cookies });
}

type Entered = { view: SignedInView; cookies: string[] };

async function enter(
  services: IdentityServices,
  joinByIdentity: JoinByIdentity,
  purpose: Exclude<Purpose, { kind: 'connect' }>,
  person: HostedPerson,
  by: By,
  request: RequestFacts,
): Promise<Result<Entered>> {
  const entered = await inTransaction(services.db, async (tx) => {
    const account = await findOrCreate(services, tx, person, by);
    if (!account.ok) return account;
    if (account.value.isDisabled) return disabled;
    const joiner = {
      accountId: account.value.id,
      email: person.verifiedEmail,
      ...namesOf(person),
    };
    const joined =
      purpose.kind === 'join'
        ? await joinByIdentity.byInvitation(tx, purpose.invitation, joiner, by)
        : await joinAllowed(services, joinByIdentity, tx, joiner, by);
    return joined.ok ? account : joined;
  });
  if (!entered.ok) return entered;
  const { issuer, subject } = person;
  const proved = { by: 'identity', issuer, subject } as const;
  const from = { request, newId: by.newId };
  return beginSessionFor(services, { accountId: entered.value.id, proved }, from, notBegun);
}

const disabled = refuse(
  'forbidden',
  'account_disabled',
  'Your account is disabled. Contact a chapter admin.',
);

/**
 * The account of this identity, or a new one. An account that merely has the same address is never
 * taken, however verified it is: whoever is in charge of the provider could be anybody here.
 */
async function findOrCreate(
  services: IdentityServices,
  tx: Tx,
  person: HostedPerson,
  by: By,
): Promise<Result<KnownAccount>> {
  const known = await findAccountByIdentity(tx, person);
  if (known) return ok(known);
  const { verifiedEmail: email } = person;
  const providerName = services.hosted?.name ?? '';
  if (email === undefined) return unverified(providerName);
  const { displayName: name } = namesOf(person);
  const account = { name, email, passwordHash: null, isEmailVerified: true };
  const id = await createAccount(tx, account, by);
  if (id === undefined) {
    // Made meanwhile by the same person's other window, else somebody's already.
    const meanwhile = await findAccountByIdentity(tx, person);
    return meanwhile ? ok(meanwhile) : accountExists(providerName);
  }
  await connectIdentity(tx, id, person, by.now);
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

/** By the operator's allow-list: once, so that an admin's removal stays. */
async function joinAllowed(
  services: IdentityServices,
  joinByIdentity: JoinByIdentity,
  tx: Tx,
  joiner: IdentifiedJoiner,
  by: By,
): Promise<Result<undefined>> {
  const { email } = joiner;
  if (email !== undefined && isAllowed(email, services.hosted?.allow ?? [])) {
    await joinByIdentity.byAllowList(tx, { ...joiner, email }, by);
  }
  return ok(undefined);
}

/** Only for the very account that asked for it, with its password, and is still signed in. */
async function connect(
  services: IdentityServices,
  accountId: string,
  person: HostedPerson,
  by: By,
  request: RequestFacts,
): Promise<Result<Entered>> {
  const token = readSessionCookie(request.headers.cookie, services);
  const session = token === undefined ? undefined : await readSession(services.db, { token });
  if (session?.accountId !== accountId) return notBegun;
  const connected = await inTransaction(services.db, async (tx) => {
    const locked = await lockOwnAccount(tx, session);
    if (!locked.ok) return locked;
    if (await connectIdentity(tx, accountId, person, by.now)) {
      const record = {
        action: 'account.identity-connected',
        after: { issuer: person.issuer },
      } as const;
      await auditAccount(tx, accountId, by, record);
      await tellOfChange(tx, services, { accountId, change: 'identity-connected' }, by);
      return ok(undefined);
    }
    const owner = await findAccountByIdentity(tx, person);
    return owner?.id === accountId ? ok(undefined) : taken(services.hosted?.name ?? '');
  });
  return connected.ok ? ok({ view: signedInView(session), cookies: [] }) : connected;
}

function taken(provider: string): Result<never> {
  return refuse(
    'conflict',
    'identity_taken',
    `Another account is already connected to this ${provider} account.`,
  );
}
