/** What a person is in a chapter, and what an admin may make of it. */

import { ok, type Result, refuse } from '#kit/result.ts';
import type { Role } from '#kit/role.ts';

export const memberStatuses = ['active', 'disabled', 'removed'] as const;
/**
 * `disabled`: shut out until somebody enables them. `removed`: gone from the directory; a new
 * invitation brings them back as who they were.
 */
export type MemberStatus = (typeof memberStatuses)[number];

export type Standing = { readonly role: Role; readonly status: MemberStatus };

/**
 * Whether one standing may take another's place. A chapter always keeps an active admin, who could
 * undo it: `otherAdmins` is how many there are besides. Refuses with `last_admin` and
 * `removed_member`.
 */
export function changeStanding(
  before: Standing,
  after: Standing,
  otherAdmins: number,
): Result<Standing> {
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
