import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import type { Id } from '#kit/id.ts';
import type { Wallet } from '../contract.ts';
import { fullName } from './full-name.ts';

type Owner = Pick<Wallet, 'user'>;

/** The name of a member; the wallet's owner is known even when the directory is not. */
export function useUserNames(wallet: Owner): (userId: Id<'member'>) => string {
  const members = useQuery(membersQuery).data?.items;
  return (userId) => {
    const person =
      members?.find((member) => member.id === userId) ??
      (wallet.user.id === userId ? wallet.user : undefined);
    return person ? fullName(person) : 'A former member';
  };
}
