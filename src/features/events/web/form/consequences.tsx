import { useQuery } from '@tanstack/react-query';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { EventDetail, Scope } from '../../event.ts';
import { consequencesQuery } from '../change-queries.ts';
import { describeConsequences } from './describe-consequences.ts';

/** Previews what a change or deletion affects. */
export function Consequences({
  event,
  scope,
  action,
}: {
  event: EventDetail;
  scope: Scope;
  action: 'change' | 'delete';
}) {
  const affected = useQuery(consequencesQuery(event, scope));
  return (
    <div role="status" className="rounded-control bg-hover px-3.5 py-2.5 text-second">
      {affected.data ? (
        <ul className="flex flex-col gap-0.5">
          {describeConsequences(affected.data, action).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : affected.isError ? (
        <>
          Couldn't load affected items.{' '}
          <TextButton className="font-medium" onClick={() => void affected.refetch()}>
            {affected.isFetching ? 'Retrying...' : 'Retry'}
          </TextButton>
        </>
      ) : (
        <>
          <span className="sr-only">Loading affected items...</span>
          <Skeleton className="h-4 w-3/4 animate-appear" />
        </>
      )}
    </div>
  );
}
