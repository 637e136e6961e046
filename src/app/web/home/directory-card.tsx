import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { formatCount, nounFor } from '#kit/words.ts';
import { LinkButton } from '#web/ui/actions/link-button.tsx';
import { AreaCard } from './area-card.tsx';
import { Figure } from './figure.tsx';
import { memberCountQuery } from './queries.ts';

export function DirectoryCard() {
  const count = useQuery(memberCountQuery);
  const members = count.data ?? 0;
  return (
    <AreaCard
      title="Member Directory"
      icon={<Users aria-hidden="true" />}
      actions={<LinkButton to="/members">View Members</LinkButton>}
    >
      <Figure
        figure={count.isPending ? undefined : formatCount(members)}
        label="Loading the number of members..."
        words={`${nounFor(members, 'member')} in the chapter`}
      />
    </AreaCard>
  );
}
