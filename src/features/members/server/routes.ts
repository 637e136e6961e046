import { revokeOpenInvitations } from '#features/chapters/server/store.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import { type AuditContext, type AuditRecord, audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import type { Api, Context } from '#server/http/serve.ts';
import { memberCalls } from '../contract.ts';
import { changeStanding, type Standing } from '../standing.ts';
import { type MemberDetail, standingCalls } from '../standing-contract.ts';
import { directoryRoutes } from './directory-routes.ts';
import { importRoutes } from './import-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { countOtherAdmins, saveStanding } from './standing-store.ts';
import { findMember, listInactive, listMembers, viewerOf } from './store.ts';

/** What other features do about who was removed, in the same transaction; their row is locked. */
export type OnRemoved = (tx: Tx, by: AuditContext, memberId: Id<'member'>) => Promise<void>;

export function memberRoutes(api: Api, onRemoved: OnRemoved): void {
  profileRoutes(api);
  directoryRoutes(api);
  importRoutes(api);

  api.serve(memberCalls.list, async ({ db, caller, query }) =>
    ok(await listMembers(db, caller.chapterId, viewerOf(caller), query)),
  );

  api.serve(standingCalls.inactive, async ({ db, caller }) =>
    ok({ items: await listInactive(db, caller.chapterId, viewerOf(caller)) }),
  );

  api.serve(standingCalls.detail, async ({ db, caller, params }) => {
    const found = await findMember(db, caller.chapterId, viewerOf(caller), params.memberId);
    const isSeen = found?.status === 'active' || roleSuffices(caller.role, 'admin');
    return found && isSeen ? ok(found) : notFound('Member');
  });

  api.serve(standingCalls.changeRole, async (context) =>
    change(context, onRemoved, 'member.role', ({ status }) => ({
      role: context.body.role,
      status,
    })),
  );

  api.serve(standingCalls.changeStatus, async (context) =>
    change(context, onRemoved, 'member.status', ({ role }) => ({
      role,
      status: context.body.status,
    })),
  );
}

const notAdminAnyMore = refuse('forbidden', 'forbidden', 'Only admins can do this');

type Changing = Pick<
  Context<typeof standingCalls.changeRole>,
  'tx' | 'caller' | 'params' | 'ifMatch' | 'now' | 'newId'
>;

async function change(
  { tx, caller, params, ifMatch, now, newId }: Changing,
  onRemoved: OnRemoved,
  action: AuditRecord['action'],
  wanted: (before: Standing) => Standing,
): Promise<Result<MemberDetail>> {
  const { chapterId } = caller;
  const viewer = viewerOf(caller);
  const otherAdmins = await countOtherAdmins(tx, chapterId, params.memberId);
  // Somebody may have changed what the caller is while we waited for the lock.
  const self = await findMember(tx, chapterId, viewer, caller.memberId);
  if (self?.status !== 'active' || !roleSuffices(self.role, 'admin')) return notAdminAnyMore;
  const before = await findMember(tx, chapterId, viewer, params.memberId);
  if (!before) return notFound('Member');
  if (ifMatch !== undefined && ifMatch !== before.version) {
    return refuse(
      'changed',
      'changed_meanwhile',
      'Someone else changed this member while you were editing',
    );
  }
  const decided = changeStanding(before, wanted(before), otherAdmins);
  if (!decided.ok) return decided;
  const { role, status } = decided.value;
  if (role === before.role && status === before.status) return ok(before);
  const by = { chapterId, memberId: caller.memberId, now, newId };
  // What they sent out must not be their own way back in.
  if (status !== 'active' || role !== 'admin') {
    await revokeOpenInvitations(tx, by, { invitedBy: before.id });
  }
  await saveStanding(tx, chapterId, before.id, decided.value, now);
  if (status === 'removed') await onRemoved(tx, by, before.id);
  await audit(tx, by, {
    action,
    kind: 'member',
    id: before.id,
    before: { role: before.role, status: before.status },
    after: decided.value,
  });
  return ok({ ...before, role, status, version: before.version + 1 });
}
