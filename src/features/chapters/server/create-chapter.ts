/** Chapters made by who looks after the installation, or by the operator's command line. */
import { sql } from 'kysely';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { type Db, inTransaction } from '#server/database/db.ts';
import type { WriteContext } from '#server/database/ids.ts';
import type { ChapterMade, NewChapterWish } from '../installation-contract.ts';
import type { InvitationSent } from '../invitation-contract.ts';
import {
  type Founder,
  foundChapter,
  isChapterNameTaken,
  type PrepareChapter,
} from './found-chapter.ts';
import { findSummary } from './installation-store.ts';
import { lockInviting } from './invitations/invitation-store.ts';
import { type InviteServices, inviteOne } from './invitations/invite.ts';
import { endOpenInvitations } from './store.ts';

/**
 * Makes the chapter and its first admin: the account that asks, else whoever has the address, by
 * invitation. The chapter is there before the invitation goes out: where that fails, it is sent
 * again by `inviteAdmin`. `accountId` is undefined for the operator, who is nobody here.
 */
export async function createChapter(
  services: InviteServices,
  prepareChapter: PrepareChapter,
  wish: NewChapterWish,
  accountId: string | undefined,
  context: WriteContext,
): Promise<Result<ChapterMade>> {
  const { adminEmail, ...settings } = wish;
  const chapter = { id: context.newId<'chapter'>(), ...settings };
  const own = accountId === undefined ? undefined : await founderOf(services.db, accountId);
  const founder = adminEmail === null || adminEmail === own?.email ? own : undefined;
  if (adminEmail === null && !founder) return notFound('Account');
  const made = await inTransaction(services.db, async (tx) => {
    if (await isChapterNameTaken(tx, chapter.name)) return nameTaken;
    await foundChapter(tx, prepareChapter, chapter, founder, context);
    const summary = await findSummary(tx, chapter.id);
    return summary ? ok(summary) : notFound('Chapter');
  });
  if (!made.ok) return made;
  if (founder || adminEmail === null) return ok({ chapter: made.value, invitation: null });
  const invitation = await inviteAdmin(services, chapter.id, adminEmail, context);
  return invitation.ok ? ok({ chapter: made.value, invitation: invitation.value }) : invitation;
}

const nameTaken = refuse('conflict', 'name_taken', "There's already a chapter with this name", {
  field: 'name',
});

/**
 * For a chapter that nobody looks after yet, in place of whoever was invited so before; who has an
 * admin does not let others in this way, neither now nor when the invitation is accepted.
 */
export async function inviteAdmin(
  services: InviteServices,
  chapterId: Id<'chapter'>,
  email: string,
  context: WriteContext,
): Promise<Result<InvitationSent>> {
  const inviter = { chapterId, memberId: null, forFirstAdmin: true, ...context };
  return inTransaction(services.db, async (tx): Promise<Result<InvitationSent>> => {
    await lockInviting(tx, chapterId);
    const chapter = await findSummary(tx, chapterId);
    if (!chapter) return notFound('Chapter');
    if (chapter.hasAdmin) return hasAdmin;
    await endOpenInvitations(tx, inviter, 'first-admin');
    return inviteOne(tx, services, inviter, { email, role: 'admin' });
  });
}

const hasAdmin = refuse(
  'conflict',
  'has_admin',
  'This chapter already has an admin, who can invite others',
);

async function founderOf(db: Db, accountId: string): Promise<Founder | undefined> {
  const found = await sql<{ email: string; name: string }>`
    select email, name from auth.account where id = ${accountId} and disabled_at is null
  `.execute(db);
  const account = found.rows[0];
  if (!account) return undefined;
  const { email, name } = account;
  return { accountId, email, displayName: name, firstName: null, lastName: null };
}
