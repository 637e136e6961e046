import { newPassword } from '#features/identity/contract.ts';
import type { SignInProof } from '#features/identity/server/shared/account-lock.ts';
import { createAccount, findAccount } from '#features/identity/server/shared/account-store.ts';
import { checkPassword } from '#features/identity/server/shared/check-password.ts';
import { readInvitationToken } from '#features/identity/server/shared/link-token.ts';
import { hashPassword } from '#features/identity/server/shared/password.ts';
import { requireSecondFactor } from '#features/identity/server/shared/require-second-factor.ts';
import { hasSecondFactor } from '#features/identity/server/shared/second-factor-store.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import {
  beginSessionFor,
  type StartedSession,
  wrongCredentials,
} from '#features/identity/server/shared/session.ts';
import { readSessionCookie } from '#features/identity/server/shared/session-cookie.ts';
import { readSession } from '#features/identity/server/shared/session-store.ts';
import type { Instant } from '#kit/day.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { audit } from '#server/audit/audit.ts';
import { findNewHome } from '#server/chapter-archive/new-home.ts';
import { inTransaction, type Tx } from '#server/database/db.ts';
import type { NewId, WriteContext } from '#server/database/ids.ts';
import type { RequestFacts } from '#server/http/request-facts.ts';
import type { CountAttempt } from '#server/http/serve.ts';
import type { InvitationPreview } from '../../joining-contract.ts';
import { joinChapter } from '../chapter-store.ts';
import { findChapterSummary } from '../installation-store.ts';
import {
  findOpenInvitation,
  type InvitationKey,
  isActiveAdmin,
  lockInvitations,
  markAccepted,
  type OpenInvitation,
} from './invitation-store.ts';

export type Acceptance = {
  token: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
};

/** The same for unknown, used, revoked and expired links. */
export const invitationUnusable = refuse(
  'not-found',
  'invitation_unusable',
  'This invitation no longer works. Ask for a new one.',
);

const invitationMoved = (address: string) =>
  refuse('not-found', 'chapter_moved', 'This chapter has moved to another server', {
    details: { address },
  });

export async function previewInvitation(
  services: IdentityServices,
  token: string,
  now: Instant,
): Promise<Result<InvitationPreview>> {
  const key = readInvitationToken(token);
  const open = key && (await findOpenInvitation(services.db, key, now));
  if (!open) {
    const home = key && (await findNewHome(services.db, key.chapterId));
    return home === undefined ? invitationUnusable : invitationMoved(`${home}/join#${token}`);
  }
  const { chapterName, email, role, expiresAt } = open;
  return ok({
    chapterName,
    email,
    role,
    expiresAt,
    ...(await describeAccount(services, open)),
    hostedName: services.oidc?.name ?? null,
  });
}

/**
 * Only a link that was emailed proves that its holder owns the address. Any other one was shown to an
 * admin, who must not learn from it who has an account in another chapter.
 */
async function describeAccount({ db }: IdentityServices, { email, isMailed }: OpenInvitation) {
  if (!isMailed) return { hasAccount: null, hasPassword: true };
  const account = await findAccount(db, email);
  return {
    hasAccount: account !== undefined,
    hasPassword: account === undefined || account.passwordHash !== null,
  };
}

/** Someone joining with a password or with the OIDC provider. */
export type Joiner = {
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  /** Finds or creates the account in the transaction; undefined if it was created concurrently. */
  account: (tx: Tx, context: WriteContext) => Promise<string | undefined>;
};

/**
 * Joins the chapter and signs in, with a new account or the password of the existing one. An
 * account with a second factor must be signed in to in this browser. Of several concurrent
 * acceptances of a link, exactly one succeeds.
 */
export async function acceptInvitation(
  services: IdentityServices,
  acceptance: Acceptance,
  context: { now: Instant; newId: NewId; countAttempt: CountAttempt },
  request: RequestFacts,
): Promise<Result<StartedSession>> {
  const key = readInvitationToken(acceptance.token);
  const seen = key && (await findOpenInvitation(services.db, key, context.now));
  if (!key || !seen) return invitationUnusable;
  const person = await identifyJoiner(services, seen, acceptance, context.countAttempt, request);
  if (!person.ok) return person;
  const joined = await inTransaction(services.db, async (tx) => {
    const open = await lockOpenInvitation(tx, key, context.now);
    return open ? joinByInvitation(tx, open, person.value, context) : invitationUnusable;
  });
  if (!joined.ok) return joined;
  const { proof } = person.value;
  const joiner = { accountId: joined.value, proof };
  return beginSessionFor(services, joiner, { request, newId: context.newId }, wrongCredentials);
}

/** Locks the invitation of a link and everything that decides whether it can be accepted. */
export async function lockOpenInvitation(
  tx: Tx,
  key: InvitationKey,
  now: Instant,
): Promise<OpenInvitation | undefined> {
  await lockInvitations(tx, key.chapterId);
  const open = await findOpenInvitation(tx, key, now, 'lock');
  if (!open) return undefined;
  const { chapterId, invitedBy, forFirstAdmin } = open;
  if (invitedBy !== null && !(await isActiveAdmin(tx, chapterId, invitedBy))) return undefined;
  if (forFirstAdmin && (await findChapterSummary(tx, chapterId))?.hasAdmin) return undefined;
  return open;
}

/** Accepts a locked, open invitation and returns the account that joined. */
export async function joinByInvitation(
  tx: Tx,
  open: OpenInvitation,
  person: Joiner,
  context: WriteContext,
): Promise<Result<string>> {
  const { chapterId, id, email, role } = open;
  const accountId = await person.account(tx, context);
  if (accountId === undefined) return accountAppeared;
  const { displayName, firstName, lastName } = person;
  const memberId = await joinChapter(
    tx,
    { chapterId, accountId, email, role, displayName, firstName, lastName },
    context,
  );
  if (memberId === undefined) return alreadyMember;
  await markAccepted(tx, open, memberId, context.now);
  await audit(
    tx,
    { chapterId, memberId, ...context },
    { action: 'invitation.accept', kind: 'invitation', id, after: { memberId, role } },
  );
  return ok(accountId);
}

const accountAppeared = refuse(
  'conflict',
  'account_exists',
  'This address has an account now. Open the link again and use its password.',
);
const alreadyMember = refuse(
  'conflict',
  'already_member',
  'A member of this chapter already has this email address',
);

/** Verifies or hashes the password before the transaction: it takes a tenth of a second. */
async function identifyJoiner(
  services: IdentityServices,
  { email, isMailed }: OpenInvitation,
  acceptance: Acceptance,
  countAttempt: CountAttempt,
  request: RequestFacts,
): Promise<Result<Joiner & { proof: SignInProof }>> {
  const known = await findAccount(services.db, email);
  const person = readNewPerson(acceptance);
  if (!isMailed) {
    // As for `describeAccount`: without taking the invitation, no one learns whether there is an
    // account, neither from the refusal nor from its timing.
    const isNew = acceptance.firstName !== undefined || acceptance.lastName !== undefined;
    if (isNew && !person.ok) return person;
    if (!isNew && !known) return refuseUnknown(services, email, acceptance, countAttempt);
  }
  if (known) {
    // Only now is the account known whose attempts are counted.
    const counted = await countAttempt(email);
    if (!counted.ok) return counted;
    const hash = await checkPassword(services, known.id, acceptance.password);
    if (hash === undefined || known.isDisabled) return wrongCredentials;
    const account = async () => known.id;
    const joiner = { displayName: known.name, firstName: null, lastName: null, account };
    if (!(await hasSecondFactor(services.db, known.id))) {
      return ok({ ...joiner, proof: { by: 'password', hash, secondFactor: 'none' } });
    }
    // A signed-in browser has already passed the second factor.
    const session = await findSessionToken(services, known.id, request);
    if (session === undefined)
      return requireSecondFactor(services, { id: known.id, passwordHash: hash });
    return ok({ ...joiner, proof: { by: 'password', hash, secondFactor: { session } } });
  }
  if (!person.ok) return person;
  const { firstName, lastName } = person.value;
  const passwordHash = await hashPassword(acceptance.password, services.passwordCost);
  const name = `${firstName} ${lastName}`;
  return ok({
    displayName: name,
    firstName,
    lastName,
    // Only a link that was sent by mail and shown to no one else verifies the address.
    account: (tx, context) =>
      createAccount(tx, { email, name, passwordHash, isEmailVerified: isMailed }, context),
    proof: { by: 'password', hash: passwordHash, secondFactor: 'none' },
  });
}

function readNewPerson({
  firstName,
  lastName,
  password,
}: Acceptance): Result<{ firstName: string; lastName: string }> {
  if (firstName === undefined) return missing('firstName');
  if (lastName === undefined) return missing('lastName');
  const chosen = newPassword.safeParse(password);
  if (chosen.success) return ok({ firstName, lastName });
  const message = chosen.error.issues[0]?.message ?? 'Choose a different password';
  return refuse('invalid', 'invalid', message, { field: 'password' });
}

/** The same refusal as for a wrong password, after the same work. */
async function refuseUnknown(
  services: IdentityServices,
  email: string,
  { password }: Acceptance,
  countAttempt: CountAttempt,
): Promise<Result<never>> {
  const counted = await countAttempt(email);
  if (!counted.ok) return counted;
  await checkPassword(services, undefined, password);
  return wrongCredentials;
}

/** The token of the account's session in this browser. */
async function findSessionToken(
  services: IdentityServices,
  accountId: string,
  { headers }: RequestFacts,
): Promise<string | undefined> {
  const token = readSessionCookie(headers.cookie, services);
  const session = token === undefined ? undefined : await readSession(services.db, { token });
  return session?.accountId === accountId ? token : undefined;
}

function missing(field: string): Result<never> {
  return refuse('invalid', 'invalid', 'Required', { field });
}
