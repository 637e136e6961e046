import type { UseQueryResult } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { formatCount } from '#kit/counts.ts';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { eventCalls } from '../../contract.ts';

export type EventSummary = z.output<(typeof eventCalls)['figures']['reply']>;

/** Three summary figures. A figure that failed to load is a dash, not a wrong 0. */
export function EventSummaryTiles({ figures }: { figures: UseQueryResult<EventSummary> }) {
  const { data } = figures;
  const days = data?.daysUntilNextEvent;
  const tiles = [
    { name: 'Events This Month', value: data?.eventsThisMonth },
    { name: 'Total RSVPs', value: data?.totalRsvps },
    { name: 'Days Until Next Event', value: days === 0 ? 'Today' : (days ?? undefined) },
  ];
  return (
    <dl
      aria-label="Event summary"
      className="mb-5 grid grid-cols-1 max-sm:divide-y max-sm:divide-soft max-sm:rounded-card max-sm:border max-sm:border-line max-sm:bg-surface max-sm:shadow-card sm:grid-cols-3 sm:gap-4"
    >
      {tiles.map(({ name, value }) => (
        <div
          key={name}
          className="flex max-sm:flex-row-reverse max-sm:items-center max-sm:justify-between max-sm:px-4 max-sm:py-2 sm:flex-col-reverse sm:rounded-card sm:border sm:border-line sm:bg-surface sm:px-5 sm:py-4 sm:shadow-card"
        >
          <dd className="tabular flex h-11 items-center text-figure font-semibold tracking-[-0.02em] max-sm:h-8 max-sm:text-title">
            {figures.isPending ? (
              <Loading label={`Loading ${name}...`}>
                <Skeleton className="h-7 w-16" />
              </Loading>
            ) : value === undefined ? (
              '–'
            ) : typeof value === 'string' ? (
              value
            ) : (
              formatCount(value)
            )}
          </dd>
          <dt className="font-medium text-third">{name}</dt>
        </div>
      ))}
    </dl>
  );
}
