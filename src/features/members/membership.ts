/** Role and status in a chapter, and how admins may change them. */

import { ok, type Result, refuse } from '#kit/result.ts';
import type { Role } from '#kit/role.ts';

export const memberStatuses = ['active', 'disabled', 'removed'] as const;
/**
 * `disabled`: no access until re-enabled. `removed`: gone from the directory; a new invitation
 * restores the member.
 */
export type MemberStatus = (typeof memberStatuses)[number];

export type Membership = { readonly role: Role; readonly status: MemberStatus };

/**
 * Decides whether a membership may change. A chapter always keeps an active admin; `otherAdmins`
 * counts the others. Refuses with `last_admin` and `removed_member`.
 */
export function changeMembership(
  before: Membership,
  after: Membership,
  otherAdmins: number,
): Result<Membership> {
  if (before.status === 'removed') {
    return after.status === 'removed' && after.role === before.role ? ok(after) : removedMember;
  }
  const wasAdmin = before.role === 'admin' && before.status === 'active';
  const isAdmin = after.role === 'admin' && after.status === 'active';
  return wasAdmin && !isAdmin && otherAdmins === 0 ? lastAdmin : ok(after);
}

const lastAdmin = refuse(
  'conflict',
  'last_admin',
  "This is the chapter's only admin. Make someone else an admin first.",
);
const removedMember = refuse(
  'conflict',
  'removed_member',
  'This person was removed. Invite them again to bring them back.',
);
