import type { MemberCaller } from '#features/auth/caller.ts';
import type { Id } from '#kit/id.ts';
import { type Refused, refuse } from '#kit/result.ts';

type Writer = Pick<MemberCaller, 'memberId' | 'role' | 'policy'>;

/**
 * Why this person may not write a wallet of this owner or its transactions, or undefined. With the
 * chapter's policy `open` everybody may; with `treasurer`, others' wallets need a treasurer or an
 * admin.
 */
export function refusalOfWriter(writer: Writer, ownerId: Id): Refused | undefined {
  if (writer.policy === 'open' || writer.role !== 'member' || writer.memberId === ownerId) {
    return undefined;
  }
  return refuse('forbidden', 'treasurer_needed', "Others' wallets need a treasurer or an admin");
}
