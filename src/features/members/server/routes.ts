import { revokeOpenInvitations } from '#features/chapters/server/store.ts';
import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { roleSuffices } from '#kit/role.ts';
import { type AuditContext, type AuditRecord, audit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/db.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Api, Context } from '#server/http/serve.ts';
import { memberCalls } from '../contract.ts';
import { changeMembership, type Membership } from '../membership.ts';
import { type MemberDetail, membershipCalls } from '../membership-contract.ts';
import { directoryRoutes } from './directory-routes.ts';
import { groupRoutes } from './group-routes.ts';
import { importRoutes } from './import-routes.ts';
import { countOtherAdmins, saveMembership } from './membership-store.ts';
import { photoRoutes } from './photo-routes.ts';
import { profileRoutes } from './profile-routes.ts';
import { findMember, listInactive, listMembers, toViewer } from './store.ts';

/** In the transaction of the change; the row is locked and saved. */
type MembershipHook = (tx: Tx, context: AuditContext, memberId: Id<'member'>) => Promise<void>;

/** What other features do when a member is removed, or is active again. */
export type MembershipHooks = {
  readonly onRemoved: MembershipHook;
  readonly onEnabled: MembershipHook;
};

export function memberRoutes(api: Api, hooks: MembershipHooks): void {
  profileRoutes(api);
  directoryRoutes(api);
  importRoutes(api);
  groupRoutes(api);
  photoRoutes(api);

  api.serve(memberCalls.list, async ({ db, caller, query }) =>
    ok(await listMembers(db, caller.chapterId, toViewer(caller), query)),
  );

  api.serve(membershipCalls.inactive, async ({ db, caller }) =>
    ok({ items: await listInactive(db, caller.chapterId, toViewer(caller)) }),
  );

  api.serve(membershipCalls.detail, async ({ db, caller, params }) => {
    const found = await findMember(db, caller.chapterId, toViewer(caller), params.memberId);
    const isVisible = found?.status === 'active' || roleSuffices(caller.role, 'admin');
    return found && isVisible ? ok(found) : notFound('Member');
  });

  api.serve(membershipCalls.changeRole, async (context) =>
    change(context, hooks, 'member.role', ({ status }) => ({
      role: context.body.role,
      status,
    })),
  );

  api.serve(membershipCalls.changeStatus, async (context) =>
    change(context, hooks, 'member.status', ({ role }) => ({
      role,
      status: context.body.status,
    })),
  );
}

const noLongerAdmin = refuse('forbidden', 'forbidden', 'Only admins can do this');

type ChangeContext = Pick<
  Context<typeof membershipCalls.changeRole>,
  'tx' | 'caller' | 'params' | 'ifMatch' | 'now' | 'newId'
>;

async function change(
  { tx, caller, params, ifMatch, now, newId }: ChangeContext,
  hooks: MembershipHooks,
  action: AuditRecord['action'],
  decide: (before: Membership) => Membership,
): Promise<Result<MemberDetail>> {
  const { chapterId } = caller;
  const viewer = toViewer(caller);
  const otherAdmins = await countOtherAdmins(tx, chapterId, params.memberId);
  // The caller's own role may have changed while waiting for the lock.
  const self = await findMember(tx, chapterId, viewer, caller.memberId);
  if (self?.status !== 'active' || !roleSuffices(self.role, 'admin')) return noLongerAdmin;
  const before = await findMember(tx, chapterId, viewer, params.memberId);
  if (!before) return notFound('Member');
  const stale = checkVersion(before, ifMatch, 'this member');
  if (stale) return stale;
  const decided = changeMembership(before, decide(before), otherAdmins);
  if (!decided.ok) return decided;
  const { role, status } = decided.value;
  if (role === before.role && status === before.status) return ok(before);
  const auditContext = { chapterId, memberId: caller.memberId, now, newId };
  // Invitations they sent must not become their own way back in.
  if (status !== 'active' || role !== 'admin') {
    await revokeOpenInvitations(tx, auditContext, { invitedBy: before.id });
  }
  await saveMembership(tx, chapterId, before.id, decided.value, now);
  if (status === 'removed') await hooks.onRemoved(tx, auditContext, before.id);
  if (status === 'active' && before.status !== 'active') {
    await hooks.onEnabled(tx, auditContext, before.id);
  }
  await audit(tx, auditContext, {
    action,
    kind: 'member',
    id: before.id,
    before: { role: before.role, status: before.status },
    after: decided.value,
  });
  return ok({ ...before, role, status, version: before.version + 1 });
}
