import { useQuery } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { cents } from '#kit/money.ts';
import { maySeeAllWallets } from '#kit/role.ts';
import { useSession } from '#web/api/session.ts';
import type { Balances } from '../../balances.ts';
import { describeStandingChange } from '../../standing.ts';
import { standingsQuery } from '../balances-query.ts';

export type DescribeChange = (party: Id<'member'> | 'company') => string | undefined;

/**
 * Describes standings before and after these amounts are added or taken off; undefined for those whose
 * standing the user may not see.
 */
export function useStandingChanges({ members, company }: Balances, sign: 1 | -1): DescribeChange {
  const { me, chapter } = useSession();
  const { data } = useQuery(standingsQuery);
  return (party) => {
    if (party === 'company') {
      // To those who see only their own, the chapter's is everyone else's together.
      if (!data || !maySeeAllWallets(me.role, chapter.membersSeeWallets)) return undefined;
      return describeStandingChange(data.chapter, cents(data.chapter + sign * company), 'chapter');
    }
    const before = data?.items.find(({ memberId }) => memberId === party)?.standing;
    if (before === undefined) return undefined;
    const after = cents(before + sign * (members.get(party) ?? 0));
    return describeStandingChange(before, after, party === me.memberId ? 'you' : 'member');
  };
}
