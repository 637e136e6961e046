import type { Id } from '#kit/id.ts';
import { useSession } from '#web/api/session.ts';
import { refusalOfWriter } from '../write-permission.ts';

/** Whether the server lets the member write to wallets of an owner. */
export function useCanWrite(): (ownerId: Id<'member'>) => boolean {
  const { me, chapter } = useSession();
  const writer = { memberId: me.memberId, role: me.role, policy: chapter.policy };
  return (ownerId) => refusalOfWriter(writer, ownerId) === undefined;
}
