import { useQuery } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import { groupsQuery } from '#features/members/web/queries.ts';
import { formatCount, plural } from '#kit/counts.ts';
import type { Id } from '#kit/id.ts';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { toggleGroup } from './toggle-group.ts';

/** The chapter's groups: a press adds all of a group's members, and another removes them. */
export function GroupChoices({
  selected,
  onSelectedChange,
}: {
  selected: readonly Id<'member'>[];
  onSelectedChange: (ids: Id<'member'>[]) => void;
}) {
  const groups = useQuery(groupsQuery);
  if (groups.isError && !groups.data) {
    return <TextButton onClick={() => void groups.refetch()}>Load Groups Again</TextButton>;
  }
  return groups.data
    ?.filter(({ memberIds }) => memberIds.length > 0)
    .map(({ id, name, memberIds }) => {
      const { isIn, next } = toggleGroup(selected, memberIds);
      return (
        <TextButton
          key={id}
          aria-pressed={isIn}
          aria-label={`${name} ${plural(memberIds.length, 'member')}`}
          className="flex max-w-48 items-center gap-1 font-medium"
          onClick={() => onSelectedChange(next)}
        >
          {isIn && <Check aria-hidden="true" className="size-3.5 shrink-0" />}
          <span className="truncate">{name}</span>{' '}
          <span className="tabular text-third">{formatCount(memberIds.length)}</span>
        </TextButton>
      );
    });
}
