/** How people who sign in with the OIDC provider become members. */
import { sql } from 'kysely';
import type { JoinByIdentity } from '#features/identity/server/shared/join-by-identity.ts';
import { readInvitationToken } from '#features/identity/server/shared/link-token.ts';
import type { Id } from '#kit/id.ts';
import { refuse } from '#kit/result.ts';
import { audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { joinChapter } from '../chapter-store.ts';
import { invitationUnusable, joinByInvitation, lockOpenInvitation } from './accept-invitation.ts';

export const joinByIdentity: JoinByIdentity = {
  async byInvitation(tx, token, { accountId, email, ...names }, context) {
    const key = readInvitationToken(token);
    const open = key && (await lockOpenInvitation(tx, key, context.now));
    if (!open) return invitationUnusable;
    if (open.email !== email) {
      return refuse(
        'conflict',
        'wrong_invitation',
        `The invitation was sent to ${open.email}, but you signed in as someone else.`,
      );
    }
    return joinByInvitation(tx, open, { ...names, account: async () => accountId }, context);
  },

  async byAllowList(tx, joiner, context) {
    const chapterId = await findChapterToJoin(tx, joiner);
    if (chapterId === undefined) return;
    const memberId = await joinChapter(tx, { ...joiner, chapterId, role: 'member' }, context);
    if (memberId === undefined) return;
    await audit(
      tx,
      { chapterId, memberId, ...context },
      { action: 'member.join', kind: 'member', id: memberId, after: { role: 'member' } },
    );
  },
};

/**
 * The chapter that the allow-list admits to, the installation's first; undefined if it has left, or if the
 * account is or was a member there: only an admin can restore removed or disabled members.
 */
async function findChapterToJoin(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
): Promise<Id<'chapter'> | undefined> {
  const found = await sql<{ id: Id<'chapter'> }>`
    select c.id from hub.chapter c
    where c.id = (select value::uuid from hub.installation where key = 'first_chapter')
      and not exists (
        select from hub.member m where m.chapter_id = c.id and (m.account_id = ${accountId}
          or (lower(m.email) = ${email} and (m.status <> 'active' or m.account_id is not null))))
  `.execute(tx);
  return found.rows[0]?.id;
}
