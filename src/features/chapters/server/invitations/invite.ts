import { joinPath } from '#features/identity/contract.ts';
import { createInvitationToken, hashToken } from '#features/identity/server/shared/link-token.ts';
import type { IdentityServices } from '#features/identity/server/shared/services.ts';
import { type Instant, toInstant } from '#kit/day.ts';
import type { Id } from '#kit/id.ts';
import type { Page } from '#kit/page.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import type { Role } from '#kit/role.ts';
import { audit } from '#server/audit/audit.ts';
import { inTransaction, type Tx } from '#server/database/db.ts';
import type { NewId } from '#server/database/ids.ts';
import { queueMails } from '#server/mail/mail-queue.ts';
import { invitationLifetime } from '../../invitation.ts';
import type {
  Invitation,
  InvitedMany,
  ListedInvitation,
  SentInvitation,
} from '../../invitation-contract.ts';
import { classifyInvitees } from '../../invitees.ts';
import { replaceLink } from './invitation-mail-store.ts';
import {
  findMembersAmong,
  insertInvitations,
  lockInvitation,
  lockInvitations,
  revoke,
  revokeInvitationsToAddresses,
  type StoredInvitation,
} from './invitation-store.ts';

export type InviteServices = Pick<IdentityServices, 'db' | 'secret' | 'publicUrl' | 'sendsMail'>;

/** An admin of the chapter, or the operator (null). */
export type Inviter = {
  chapterId: Id<'chapter'>;
  memberId: Id<'member'> | null;
  now: Instant;
  newId: NewId;
  /** Such invitations cannot be accepted once the chapter has an admin. */
  forFirstAdmin?: boolean;
};

/**
 * Invites every valid address to the chapter and reports the outcome for each. Replaces open
 * invitations. Mails are queued in the same transaction.
 */
export async function inviteMany(
  tx: Tx,
  services: InviteServices,
  inviter: Inviter,
  invitees: readonly { email: string; role: Role }[],
): Promise<InvitedMany> {
  const sorted = classifyInvitees(invitees.map(({ email }) => email));
  const ready = sorted.flatMap(({ email, state }, index) =>
    email !== null && state === 'ready'
      ? [{ email, role: invitees[index]?.role ?? ('member' as const) }]
      : [],
  );
  const emails = ready.map(({ email }) => email);
  await lockInvitations(tx, inviter.chapterId);
  const members = await findMembersAmong(tx, inviter.chapterId, emails);
  const invited = ready
    .filter(({ email }) => !members.has(email))
    .map((each) => ({ id: inviter.newId<'invitation'>(), ...each }));
  const replaced = await revokeInvitationsToAddresses(
    tx,
    inviter.chapterId,
    invited.map(({ email }) => email),
    inviter.now,
  );
  await saveInvitations(tx, services, inviter, invited);
  const ids = new Map(invited.map(({ email, id }) => [email, id]));
  return {
    results: sorted.map(({ text, email, state }) => {
      if (email === null) return { email: text, outcome: 'invalid', invitationId: null };
      if (state === 'repeated') return { email, outcome: 'repeated', invitationId: null };
      if (members.has(email)) return { email, outcome: 'member', invitationId: null };
      const outcome = replaced.has(email) ? 'replaced' : 'invited';
      return { email, outcome, invitationId: ids.get(email) ?? null };
    }),
    mail: services.sendsMail ? 'queued' : 'not-configured',
  };
}

async function saveInvitations(
  tx: Tx,
  services: InviteServices,
  inviter: Inviter,
  invited: readonly { id: Id<'invitation'>; email: string; role: Role }[],
): Promise<void> {
  const { chapterId } = inviter;
  const expiresAt = computeExpiry(inviter.now);
  const isMailed = services.sendsMail;
  const linkNumber = 1;
  const rows = invited.map((each) => ({
    ...each,
    hash: hashToken(createInvitationToken({ chapterId, id: each.id, linkNumber }, services.secret)),
  }));
  await insertInvitations(tx, rows, inviter, { expiresAt, isMailed });
  for (const { id, email, role } of invited) {
    const after = { email, role, expiresAt };
    await audit(tx, inviter, { action: 'invitation.create', kind: 'invitation', id, after });
  }
  if (!isMailed) return;
  await queueMails(
    tx,
    invited.map(({ id }) => ({ kind: 'invitation', chapterId, id, linkNumber })),
    inviter.newId,
  );
}

/** Invites one address; returns the link if it is not mailed. */
export async function invite(
  services: InviteServices,
  inviter: Inviter,
  invitee: { email: string; role: Role },
): Promise<Result<SentInvitation>> {
  return inTransaction(services.db, (tx) => inviteOne(tx, services, inviter, invitee));
}

export async function inviteOne(
  tx: Tx,
  services: InviteServices,
  inviter: Inviter,
  invitee: { email: string; role: Role },
): Promise<Result<SentInvitation>> {
  const { results, mail } = await inviteMany(tx, services, inviter, [invitee]);
  const [result] = results;
  if (result?.outcome === 'member') return alreadyMember;
  if (!result?.invitationId) return noAddress;
  const kept = await lockInvitation(tx, inviter.chapterId, result.invitationId, inviter.now);
  if (!kept) return notFound('Invitation');
  const { link, ...invitation } = withLink(services, inviter, kept);
  return ok({ invitation, mail, link });
}

const alreadyMember = refuse(
  'conflict',
  'already_member',
  'A member of this chapter already has this email address',
  { field: 'email' },
);
const noAddress = refuse('invalid', 'invalid', 'Must be a valid email address', { field: 'email' });

/**
 * Replaces the link by a new one, valid for seven days and mailed if the server sends mail. Revokes
 * later invitations to the address, so that one link works. The sender becomes the inviter: the
 * invitation lasts as long as they are an admin.
 */
export async function resendInvitation(
  tx: Tx,
  services: InviteServices,
  inviter: Inviter,
  invitationId: Id<'invitation'>,
): Promise<Result<Invitation>> {
  const { chapterId, now } = inviter;
  await lockInvitations(tx, chapterId);
  const kept = await lockInvitation(tx, chapterId, invitationId, now);
  if (!kept) return notFound('Invitation');
  const { email, state, expiresAt: before } = kept.invitation;
  if (state === 'accepted' || state === 'revoked') return closed;
  if ((await findMembersAmong(tx, chapterId, [email])).has(email)) return alreadyMember;
  await revokeInvitationsToAddresses(tx, chapterId, [email], now, invitationId);
  const key = { chapterId, id: invitationId, linkNumber: kept.linkNumber + 1 };
  const hash = hashToken(createInvitationToken(key, services.secret));
  const expiresAt = computeExpiry(now);
  const isMailed = services.sendsMail;
  await replaceLink(tx, key, { hash, expiresAt, isMailed }, inviter);
  if (isMailed) await queueMails(tx, [{ kind: 'invitation', ...key }], inviter.newId);
  await audit(tx, inviter, {
    action: 'invitation.resend',
    kind: 'invitation',
    id: invitationId,
    before: { expiresAt: before },
    after: { expiresAt },
  });
  const renewed = await lockInvitation(tx, chapterId, invitationId, now);
  return renewed ? ok(renewed.invitation) : notFound('Invitation');
}

const closed = refuse(
  'conflict',
  'invitation_closed',
  'This invitation was revoked or accepted. Send a new one.',
);

/** Idempotent. An accepted invitation cannot be revoked; remove the member instead. */
export async function revokeInvitation(
  tx: Tx,
  inviter: Inviter,
  invitationId: Id<'invitation'>,
): Promise<Result<undefined>> {
  const kept = await lockInvitation(tx, inviter.chapterId, invitationId, inviter.now);
  if (!kept) return notFound('Invitation');
  const { state } = kept.invitation;
  if (state === 'accepted') {
    return refuse('conflict', 'invitation_accepted', 'Someone already joined with this invitation');
  }
  if (state !== 'revoked') {
    await revoke(tx, inviter.chapterId, invitationId, inviter.now);
    await audit(tx, inviter, { action: 'invitation.revoke', kind: 'invitation', id: invitationId });
  }
  return ok(undefined);
}

export function withLinks(
  services: InviteServices,
  viewer: Viewer,
  list: Page<StoredInvitation>,
): Page<ListedInvitation> {
  return { ...list, items: list.items.map((kept) => withLink(services, viewer, kept)) };
}

type Viewer = Pick<Inviter, 'chapterId' | 'memberId'>;

/**
 * Adds the link if the inviter has to pass it on; derived every time it is shown. Not shown to
 * other admins: an admin's invitations end with their role, and so must every link they know. Never
 * shown if mailed, because using it proves access to the address's mail.
 */
function withLink(
  services: InviteServices,
  { chapterId, memberId }: Viewer,
  { invitation, inviterId, linkNumber, tokenHash }: StoredInvitation,
): ListedInvitation {
  const { id, state, mail } = invitation;
  const isShown =
    inviterId === memberId && state === 'open' && (mail === 'none' || mail === 'failed');
  const token = isShown && createInvitationToken({ chapterId, id, linkNumber }, services.secret);
  // A link made with another secret, or before links were derived, cannot be shown.
  const isValid = token !== false && hashToken(token) === tokenHash;
  return { ...invitation, link: isValid ? `${services.publicUrl()}${joinPath}#${token}` : null };
}

function computeExpiry(now: Instant): Instant {
  return toInstant(Temporal.Instant.from(now).add(invitationLifetime));
}
