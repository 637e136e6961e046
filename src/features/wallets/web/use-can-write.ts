import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { getOnlyWritableOwner, refusalOfWriter } from '../write-permission.ts';

/** Whether the server lets the member write to wallets of an owner. */
export function useCanWrite(): (ownerId: Id<'member'>) => boolean {
  const writer = useWriter();
  return (ownerId) => refusalOfWriter(writer, ownerId) === undefined;
}

/**
 * Whether wallets are the member's to add. A member who may write only to their own gets wallets from
 * a treasurer or from settling.
 */
export function useCanAddWallets(): boolean {
  return getOnlyWritableOwner(useWriter()) === undefined;
}

function useWriter() {
  const { me, chapter } = useSession();
  return { memberId: me.memberId, role: me.role, policy: chapter.policy };
}
