import type { UseQueryResult } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { formatCount } from '#kit/counts.ts';
import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import type { eventCalls } from '../../contract.ts';

export type EventSummary = z.output<(typeof eventCalls)['figures']['reply']>;

/** Three figures in a quiet row, below what a person came for. One that failed to load is a dash, not a wrong 0. */
export function EventFigures({ figures }: { figures: UseQueryResult<EventSummary> }) {
  const { data } = figures;
  const days = data?.daysUntilNextEvent;
  const shown = [
    { name: 'Events This Month', value: data?.eventsThisMonth },
    { name: 'Total RSVPs', value: data?.totalRsvps },
    { name: 'Days Until Next Event', value: days === 0 ? 'Today' : (days ?? undefined) },
  ];
  return (
    <dl
      aria-label="Event summary"
      className="mt-4 flex flex-wrap gap-x-6 gap-y-1 px-1 text-xs text-third"
    >
      {shown.map(({ name, value }) => (
        <div key={name} className="flex items-baseline gap-1.5">
          <dt>{name}</dt>
          <dd className="tabular min-w-6 font-medium text-second">
            {figures.isPending ? (
              <Loading label={`Loading ${name}...`}>
                <Skeleton className="h-3 w-6" />
              </Loading>
            ) : value === undefined ? (
              '–'
            ) : typeof value === 'string' ? (
              value
            ) : (
              formatCount(value)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
