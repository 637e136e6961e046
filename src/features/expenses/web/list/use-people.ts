import { useQuery } from '@tanstack/react-query';
import { membersQuery } from '#features/members/web/queries.ts';
import { maySeeAllWallets } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import { balancesQuery } from '../balances-query.ts';
import type { Person } from '../people.ts';
import { joinPeople } from './columns/member-columns.ts';

/** Everyone a list can be narrowed to or sorted by, the user first. */
export function usePeople(): Person[] {
  const { me, chapter } = useSession();
  const balances = useQuery(balancesQuery);
  const members = useQuery({
    ...membersQuery,
    // Where balances are hidden, they name only the user.
    enabled: !maySeeAllWallets(me.role, chapter.membersSeeWallets),
  });
  return joinPeople(
    members.data?.items.map(({ id, displayName }) => ({ id, name: displayName })) ?? [],
    balances.data?.items.map(({ participantId, name }) => ({ id: participantId, name })) ?? [],
    me.memberId,
  );
}
