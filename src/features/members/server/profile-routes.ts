import { notFound, ok, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import { auditWork } from '#server/audit/audit.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Api } from '#server/http/serve.ts';
import { alreadyErased } from '../erasure.ts';
import { changedFields, changeProfile, onlyTheySeeIt, toAuditedChange } from '../profile.ts';
import { profileCalls } from '../profile-contract.ts';
import { findProfile, lockProfile, saveProfile } from './profile-store.ts';
import { ordinaryMember, toViewer } from './store.ts';

export function profileRoutes(api: Api): void {
  api.serve(profileCalls.profile, async ({ db, caller, params, query }) => {
    const viewer = query.as === 'member' ? ordinaryMember : toViewer(caller);
    const found = await findProfile(db, caller, viewer, params.memberId);
    return found && (found.status === 'active' || viewer.isAdmin) ? ok(found) : notFound('Member');
  });

  api.serve(profileCalls.change, async (context) => {
    const { tx, caller, params, body, ifMatch, now, newId } = context;
    const { chapterId } = caller;
    const editor = {
      isSelf: params.memberId === caller.memberId,
      isAdmin: roleSuffices(caller.role, 'admin'),
    };
    const stored = await lockProfile(tx, chapterId, params.memberId);
    const isVisible = stored?.status === 'active' || editor.isAdmin;
    if (!stored || !isVisible) return notFound('Member');
    const stale = checkVersion(stored, ifMatch, 'this profile');
    if (stale) return stale;
    if (stored.isErased) return alreadyErased;
    const { keepsAsks = false, ...wanted } = body;
    if (keepsAsks && !editor.isSelf) return notTheirs;
    const decided = changeProfile(stored.profile, wanted, editor);
    if (!decided.ok) return decided;
    const record = toAuditedChange(stored.profile, decided.value);
    const { asks, privacy } = decided.value;
    const keeps = keepsAsks && asks !== null && asks === stored.profile.asks;
    if (keeps) {
      const isHidden = privacy.asks === 'me';
      Object.assign(record.before, { asksAt: isHidden ? onlyTheySeeIt : stored.asksAt });
      Object.assign(record.after, { asksAt: isHidden ? onlyTheySeeIt : now });
    }
    if (Object.keys(record.after).length > 0) {
      const isRenamed = changedFields(stored.profile, decided.value).some(
        (field) => field === 'firstName' || field === 'lastName',
      );
      await saveProfile(tx, chapterId, params.memberId, decided.value, {
        now,
        isRenamed,
        keepsAsks: keeps,
      });
      await auditWork(
        { tx, caller, now, newId },
        { action: 'member.profile', kind: 'member', id: params.memberId, ...record },
      );
    }
    const saved = await findProfile(tx, caller, toViewer(caller), params.memberId);
    return saved ? ok(saved) : notFound('Member');
  });
}

const notTheirs = refuse('forbidden', 'not_yours', 'Only this member can renew their ask', {
  field: 'keepsAsks',
});
