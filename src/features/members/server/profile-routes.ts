import { notFound, ok, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import { audit } from '#server/audit/audit.ts';
import type { Api } from '#server/http/serve.ts';
import { changedFields, changeProfile, recordOfChange } from '../profile.ts';
import { profileCalls } from '../profile-contract.ts';
import { findProfile, lockProfile, saveProfile } from './profile-store.ts';
import { anotherMember, viewerOf } from './store.ts';

export function profileRoutes(api: Api): void {
  api.serve(profileCalls.profile, async ({ db, caller, params, query }) => {
    const viewer = query.as === 'member' ? anotherMember : viewerOf(caller);
    const found = await findProfile(db, caller.chapterId, viewer, params.memberId);
    return found && (found.status === 'active' || viewer.isAdmin) ? ok(found) : notFound('Member');
  });

  api.serve(profileCalls.change, async (context) => {
    const { tx, caller, params, body, ifMatch, now, newId } = context;
    const { chapterId } = caller;
    const by = {
      isSelf: params.memberId === caller.memberId,
      isAdmin: roleSuffices(caller.role, 'admin'),
    };
    const kept = await lockProfile(tx, chapterId, params.memberId);
    const isSeen = kept?.status === 'active' || by.isAdmin;
    if (!kept || !isSeen) return notFound('Member');
    if (ifMatch !== undefined && ifMatch !== kept.version) {
      return refuse(
        'changed',
        'changed_meanwhile',
        'Someone else changed this profile while you were editing',
      );
    }
    const decided = changeProfile(kept.profile, body, by);
    if (!decided.ok) return decided;
    const record = recordOfChange(kept.profile, decided.value);
    if (Object.keys(record.after).length > 0) {
      const isRenamed = changedFields(kept.profile, decided.value).some(
        (field) => field === 'firstName' || field === 'lastName',
      );
      await saveProfile(tx, chapterId, params.memberId, decided.value, { now, isRenamed });
      await audit(
        tx,
        { chapterId, memberId: caller.memberId, now, newId },
        { action: 'member.profile', kind: 'member', id: params.memberId, ...record },
      );
    }
    const saved = await findProfile(tx, chapterId, viewerOf(caller), params.memberId);
    return saved ? ok(saved) : notFound('Member');
  });
}
