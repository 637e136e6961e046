/** Erases a former member from everything a chapter keeps. Here because it touches every feature. */
import { sql } from 'kysely';
import { revokeOpenInvitations } from '#features/chapters/server/store.ts';
import { checkLeaver, refuseOpenMatters } from '#features/members/erasure.ts';
import { erasureCalls } from '#features/members/erasure-contract.ts';
import { lockProfile } from '#features/members/server/profile-store.ts';
import { findMember, toViewer } from '#features/members/server/store.ts';
import { notFound, ok, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import type { Area } from '#server/area.ts';
import { type ErasedWords, eraseFromAudit } from '#server/audit/erase-from-audit.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Api } from '#server/http/serve.ts';

/** `areas` say what is open between a member and the chapter, and lock it; then each erases its own. */
export function eraseRoutes(
  api: Api,
  areas: readonly Pick<Area, 'findOpenMatters' | 'eraseMember'>[],
): void {
  api.serve(erasureCalls.erase, async ({ tx, caller, params, body, ifMatch, now, newId }) => {
    const { chapterId } = caller;
    const { memberId } = params;
    const viewer = toViewer(caller);
    const context = { chapterId, memberId: caller.memberId, now, newId };
    await lockUntilCommit(tx, 'change memberships', chapterId);
    // The caller's own role may have changed while waiting for the lock.
    const self = await findMember(tx, chapterId, viewer, caller.memberId);
    if (self?.status !== 'active' || !roleSuffices(self.role, 'admin')) return noLongerAdmin;
    // Before the member's row: joining locks invitations before members, too.
    await revokeOpenInvitations(tx, context, { invitedBy: memberId });
    const stored = await lockProfile(tx, chapterId, memberId);
    const leaver = await findMember(tx, chapterId, viewer, memberId);
    if (!stored || !leaver) return notFound('Member');
    const stale = checkVersion(leaver, ifMatch, 'this member');
    if (stale) return stale;
    const checked = checkLeaver(leaver, body.name, caller.memberId);
    if (!checked.ok) return checked;
    const open: string[] = [];
    for (const area of areas) {
      open.push(...((await area.findOpenMatters?.(tx, chapterId, memberId)) ?? []));
    }
    const refused = refuseOpenMatters(leaver.displayName, open);
    if (refused) return refused;
    for (const area of areas) await area.eraseMember?.(tx, context, memberId);
    await eraseFromAudit(tx, context, memberId, async () => {
      const { rows } = await sql<{ words: ErasedWords }>`
        select hub.erase_member(${chapterId}, ${memberId}, ${now}) as words`.execute(tx);
      return rows[0]?.words ?? {};
    });
    const erased = await findMember(tx, chapterId, viewer, memberId);
    return erased ? ok(erased) : notFound('Member');
  });
}

const noLongerAdmin = refuse('forbidden', 'forbidden', 'Only admins can do this');
