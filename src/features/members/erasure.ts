/** Whether a former member may be erased from their chapter. */
import type { Id } from '#kit/id.ts';
import { ok, type Result, refuse } from '#kit/result.ts';
import type { MemberStatus } from './membership.ts';

export type Leaver = {
  readonly id: Id<'member'>;
  readonly displayName: string;
  readonly status: MemberStatus;
  readonly isErased: boolean;
};

/**
 * Decides before the books are asked. `typedName` confirms who is meant. Refuses with `own_membership`,
 * `already_erased`, `not_left` and `name_differs`. Who is active is never erased, so neither is a
 * chapter's last admin.
 */
export function checkLeaver(
  leaver: Leaver,
  typedName: string,
  erasedBy: Id<'member'>,
): Result<Leaver> {
  if (leaver.id === erasedBy) return ownMembership;
  if (leaver.isErased) return alreadyErased;
  if (leaver.status === 'active') {
    return refuse(
      'conflict',
      'not_left',
      `${leaver.displayName} is still a member. Disable or remove them first.`,
    );
  }
  return typedName.trim() === leaver.displayName.trim() ? ok(leaver) : nameDiffers;
}

const ownMembership = refuse(
  'conflict',
  'own_membership',
  'No one can erase themselves. Ask another admin.',
);
export const alreadyErased = refuse(
  'conflict',
  'already_erased',
  'This former member was erased. Nothing about them can be changed.',
);
const nameDiffers = refuse('invalid', 'name_differs', "Type the member's name as it is shown", {
  field: 'name',
});

/** Refuses with `not_settled`, naming everything that is open; undefined if nothing is. */
export function refuseOpenMatters(name: string, matters: readonly string[]) {
  if (matters.length === 0) return undefined;
  return refuse(
    'conflict',
    'not_settled',
    `${name} still has ${matters.join(', ')}. Settle this first.`,
  );
}
