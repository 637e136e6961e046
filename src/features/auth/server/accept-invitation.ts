import type { InvitationLook } from '#features/auth/contract.ts';
import { newPassword } from '#features/auth/contract.ts';
import type { Instant } from '#kit/day.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import { audit } from '#server/audit.ts';
import { inTransaction, type Tx } from '#server/db.ts';
import type { NewId } from '#server/ids.ts';
import type { RequestFacts } from '#server/request-facts.ts';
import { createAccount, findAccount } from './account-store.ts';
import { joinChapter } from './chapter-store.ts';
import { findOpenInvitation, markAccepted, type OpenInvitation } from './invitation-store.ts';
import { readInvitationToken } from './link-token.ts';
import { hashPassword, isPassword } from './password.ts';
import type { AuthServices } from './services.ts';
import { type SignedIn, signIn, wrongCredentials } from './session.ts';

export type Acceptance = {
  token: string;
  password: string;
  firstName?: string | undefined;
  lastName?: string | undefined;
};

/** Unknown, used, revoked and expired links look the same. */
const unusable = refuse(
  'not-found',
  'invitation_unusable',
  'This invitation does not work any more. Ask for a new one.',
);

export async function lookAtInvitation(
  services: AuthServices,
  token: string,
  now: Instant,
): Promise<Result<InvitationLook>> {
  const key = readInvitationToken(token);
  const open = key && (await findOpenInvitation(services.db, key, now));
  if (!open) return unusable;
  const { chapterName, email, role, expiresAt } = open;
  const account = await findAccount(services.db, email);
  return ok({ chapterName, email, role, expiresAt, hasAccount: account !== undefined });
}

type Person = {
  displayName: string;
  firstName: string | null;
  lastName: string | null;
  /** Finds or makes the account in the transaction; undefined when somebody made it meanwhile. */
  account: (tx: Tx, by: { now: Instant; newId: NewId }) => Promise<string | undefined>;
};

/**
 * Joins the chapter and signs in: with a new account, or, where the address has one, with its
 * password. Of several acceptances of one link at once exactly one joins.
 */
export async function acceptInvitation(
  services: AuthServices,
  acceptance: Acceptance,
  by: { now: Instant; newId: NewId },
  request: RequestFacts,
): Promise<Result<SignedIn>> {
  const key = readInvitationToken(acceptance.token);
  const seen = key && (await findOpenInvitation(services.db, key, by.now));
  if (!key || !seen) return unusable;
  const person = await recognise(services, seen, acceptance);
  if (!person.ok) return person;
  const joined = await inTransaction(services.db, async (tx) => {
    const open = await findOpenInvitation(tx, key, by.now, 'lock');
    return open ? join(tx, open, person.value, by) : unusable;
  });
  if (!joined.ok) return joined;
  return signIn(services, { email: seen.email, password: acceptance.password }, request);
}

async function join(
  tx: Tx,
  open: OpenInvitation,
  person: Person,
  by: { now: Instant; newId: NewId },
): Promise<Result<undefined>> {
  const { chapterId, id, email, role } = open;
  const accountId = await person.account(tx, by);
  if (accountId === undefined) return accountAppeared;
  const { displayName, firstName, lastName } = person;
  const memberId = await joinChapter(
    tx,
    { chapterId, accountId, email, role, displayName, firstName, lastName },
    by,
  );
  if (memberId === undefined) return alreadyMember;
  await markAccepted(tx, open, memberId, by.now);
  await audit(
    tx,
    { chapterId, memberId, ...by },
    { action: 'invitation.accept', kind: 'invitation', id, after: { memberId, role } },
  );
  return ok(undefined);
}

const accountAppeared = refuse(
  'conflict',
  'account_exists',
  'This address has an account now. Open the link again and use its password.',
);
const alreadyMember = refuse(
  'conflict',
  'already_member',
  'Somebody in this chapter has this e-mail address already',
);

/** All work on passwords happens here, before the transaction: it takes a tenth of a second. */
async function recognise(
  services: AuthServices,
  { email }: OpenInvitation,
  acceptance: Acceptance,
): Promise<Result<Person>> {
  const known = await findAccount(services.db, email);
  if (known) {
    const isKnown =
      known.passwordHash !== null && (await isPassword(known.passwordHash, acceptance.password));
    if (!isKnown || known.isDisabled) return wrongCredentials;
    const account = async () => known.id;
    return ok({ displayName: known.name, firstName: null, lastName: null, account });
  }
  const { firstName, lastName } = acceptance;
  if (firstName === undefined) return missing('firstName');
  if (lastName === undefined) return missing('lastName');
  const chosen = newPassword.safeParse(acceptance.password);
  if (!chosen.success) {
    const message = chosen.error.issues[0]?.message ?? 'Choose another password';
    return refuse('invalid', 'invalid', message, { field: 'password' });
  }
  const passwordHash = await hashPassword(acceptance.password);
  const name = `${firstName} ${lastName}`;
  // Only a link that was mailed proves the address; one passed on by hand does not.
  const isEmailVerified = services.mailer !== undefined;
  return ok({
    displayName: name,
    firstName,
    lastName,
    account: (tx, by) => createAccount(tx, { email, name, passwordHash, isEmailVerified }, by),
  });
}

function missing(field: string): Result<never> {
  return refuse('invalid', 'invalid', 'Required', { field });
}
