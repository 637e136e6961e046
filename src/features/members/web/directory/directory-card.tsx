import { queryOptions, useQuery } from '@tanstack/react-query';
import Users from 'lucide-react/icons/users';
import { plural } from '#kit/counts.ts';
import { call } from '#web/api/call.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { AreaCard, Unread } from '#web/ui/area-card.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { memberCalls } from '../../contract.ts';
import { membersKey } from '../../keys.ts';

/** Reads only the count, because the directory may be long. */
export const memberCountQuery = queryOptions({
  queryKey: [...membersKey, 'count'],
  queryFn: async ({ signal }) =>
    (await call(memberCalls.list, { query: { take: 1 }, signal })).totalCount,
});

export function DirectoryCard() {
  const count = useQuery(memberCountQuery);
  return (
    <AreaCard
      title="Member Directory"
      icon={<Users aria-hidden="true" />}
      link={<TextLink to="/members">View Members</TextLink>}
    >
      {count.isLoadingError ? (
        <Unread what="the number of members" onRetry={count.refetch} />
      ) : (
        <Figure
          figure={count.data === undefined ? undefined : plural(count.data, 'member')}
          label="Loading the number of members..."
          words="in the chapter"
        />
      )}
    </AreaCard>
  );
}
