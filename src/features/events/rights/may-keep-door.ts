import type { Id } from '#kit/id.ts';
import { type Role, roleSuffices } from '#kit/role.ts';

/** Who sees an event's door list and checks people in: its host, treasurers and admins. */
export function mayKeepDoor(
  { memberId, role }: { readonly memberId: Id<'member'>; readonly role: Role },
  hostId: Id<'member'>,
): boolean {
  return memberId === hostId || roleSuffices(role, 'treasurer');
}
