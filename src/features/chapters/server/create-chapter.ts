/** Creating chapters, by installation admins or the operator's command line. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { CreatedChapter, NewChapterSettings } from '../installation-contract.ts';
import type { SentInvitation } from '../invitation-contract.ts';
import {
  createChapterWithAdmin,
  type FirstAdmin,
  isChapterNameTaken,
  type PrepareChapter,
} from './create-chapter-with-admin.ts';
import { findChapterSummary } from './installation-store.ts';
import { lockInvitations } from './invitations/invitation-store.ts';
import { type InviteServices, inviteOne } from './invitations/invite.ts';
import { revokeOpenInvitations } from './store.ts';

/**
 * Creates the chapter with the caller as first admin, or invites the given address. The chapter is
 * committed before the invitation; if that fails, `inviteAdmin` can repeat it. `accountId` is
 * undefined for the operator.
 */
export async function createChapter(
  services: InviteServices,
  prepareChapter: PrepareChapter,
  settingsAndAdmin: NewChapterSettings,
  accountId: string | undefined,
  context: WriteContext,
): Promise<Result<CreatedChapter>> {
  const { adminEmail, ...settings } = settingsAndAdmin;
  const chapter = { id: context.newId<'chapter'>(), ...settings };
  const caller = accountId === undefined ? undefined : await findFirstAdmin(services.db, accountId);
  const firstAdmin = adminEmail === null || adminEmail === caller?.email ? caller : undefined;
  if (adminEmail === null && !firstAdmin) return notFound('Account');
  const created = await inTransaction(services.db, async (tx) => {
    if (await isChapterNameTaken(tx, chapter.name)) return nameTaken;
    await createChapterWithAdmin(tx, prepareChapter, chapter, firstAdmin, context);
    const summary = await findChapterSummary(tx, chapter.id);
    return summary ? ok(summary) : notFound('Chapter');
  });
  if (!created.ok) return created;
  if (firstAdmin || adminEmail === null) return ok({ chapter: created.value, invitation: null });
  const invitation = await inviteAdmin(services, chapter.id, adminEmail, context);
  return invitation.ok ? ok({ chapter: created.value, invitation: invitation.value }) : invitation;
}

const nameTaken = refuse('conflict', 'name_taken', "There's already a chapter with this name", {
  field: 'name',
});

/**
 * Invites the first admin of a chapter that has none, and revokes earlier such invitations. Whether
 * there is an admin is checked again when the invitation is accepted.
 */
export async function inviteAdmin(
  services: InviteServices,
  chapterId: Id<'chapter'>,
  email: string,
  context: WriteContext,
): Promise<Result<SentInvitation>> {
  const inviter = { chapterId, memberId: null, forFirstAdmin: true, ...context };
  return inTransaction(services.db, async (tx): Promise<Result<SentInvitation>> => {
    await lockInvitations(tx, chapterId);
    const chapter = await findChapterSummary(tx, chapterId);
    if (!chapter) return notFound('Chapter');
    if (chapter.hasAdmin) return hasAdmin;
    await revokeOpenInvitations(tx, inviter, 'first-admin');
    return inviteOne(tx, services, inviter, { email, role: 'admin' });
  });
}

const hasAdmin = refuse(
  'conflict',
  'has_admin',
  'This chapter already has an admin, who can invite others',
);

async function findFirstAdmin(db: Db, accountId: string): Promise<FirstAdmin | undefined> {
  const found = await sql<{ email: string; name: string }>`
    select email, name from auth.account where id = ${accountId} and disabled_at is null
  `.execute(db);
  const account = found.rows[0];
  if (!account) return undefined;
  const { email, name } = account;
  return { accountId, email, displayName: name, firstName: null, lastName: null };
}
