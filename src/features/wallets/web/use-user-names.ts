import { useMemberNames } from '#features/members/web/shared/use-member-names.ts';
import type { Id } from '#kit/id.ts';
import type { Wallet } from '../contract.ts';
import { formatFullName } from './format-full-name.ts';

/** The names of users; the owner's is known from the wallet even without the directory. */
export function useUserNames(
  { user }: Pick<Wallet, 'user'>,
  userIds: readonly Id<'member'>[],
): (userId: Id<'member'>) => string {
  const owner = { id: user.id, name: formatFullName(user) };
  const names = useMemberNames(userIds, [owner], formatFullName);
  return (userId) => names.get(userId) ?? 'A former member';
}
