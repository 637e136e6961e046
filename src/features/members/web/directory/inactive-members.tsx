import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { TextLink } from '#web/ui/actions/text-link.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { QueryFailure } from '#web/ui/states/query-view.tsx';
import { membersKey } from '../../keys.ts';
import { membershipCalls } from '../../membership-contract.ts';
import { describeStatus } from '../profile/profile-labels.ts';

const inactiveQuery = queryOptions({
  queryKey: [...membersKey, 'inactive'],
  queryFn: async ({ signal }) => (await call(membershipCalls.inactive, { signal })).items,
});

/** For admins: the disabled and removed members, if any. */
export function InactiveMembers() {
  const inactive = useQuery(inactiveQuery);
  if (inactive.isError && !inactive.data) {
    return (
      <Card title="Inactive Members" className="mt-5">
        <QueryFailure title="Couldn't load inactive members." query={inactive} />
      </Card>
    );
  }
  // No placeholder while loading, because most chapters have none.
  if (!inactive.data || inactive.data.length === 0) return null;
  return (
    <Card title="Inactive Members" className="mt-5">
      <ul className="divide-y divide-soft">
        {inactive.data.map(({ id, displayName, ...membership }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-2 pointer-coarse:py-3">
            <TextLink
              to="/members/$memberId"
              params={{ memberId: id }}
              className="min-w-0 wrap-anywhere"
            >
              {displayName}
            </TextLink>
            <Badge tone={membership.status === 'disabled' ? 'warn' : 'outline'}>
              {describeStatus(membership)}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}
