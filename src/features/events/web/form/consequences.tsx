import { useQuery } from '@tanstack/react-query';
import { TextButton } from '#web/ui/actions/text-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { EventDetail, Scope } from '../../event.ts';
import { consequencesQuery } from '../change-queries.ts';
import { consequenceWords } from './consequence-words.ts';

/** What changing or deleting so much of an event touches, before it is done. */
export function Consequences({
  event,
  scope,
  act,
}: {
  event: EventDetail;
  scope: Scope;
  act: 'change' | 'delete';
}) {
  const touched = useQuery(consequencesQuery(event, scope));
  return (
    <div role="status" className="rounded-control bg-hover px-3.5 py-2.5 text-second">
      {touched.data ? (
        <ul className="flex flex-col gap-0.5">
          {consequenceWords(touched.data, act).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : touched.isError ? (
        <>
          Couldn't load affected items.{' '}
          <TextButton className="font-medium" onClick={() => void touched.refetch()}>
            {touched.isFetching ? 'Retrying...' : 'Retry'}
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
