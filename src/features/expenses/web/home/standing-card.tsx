import { useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { BalancePicture, describeBalances } from '#features/wallets/web/shared/balance-picture.tsx';
import { callQuery } from '#web/api/call-query.ts';
import { useToday } from '#web/screen/use-today.ts';
import { Card } from '#web/ui/card.tsx';
import { Loading } from '#web/ui/states/loading.tsx';
import { QueryView } from '#web/ui/states/query-view.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';
import { standingCourseCall } from '../../home-contract.ts';
import { standingCourseKey } from '../../keys.ts';

export const standingCourseQuery = callQuery(standingCourseKey, standingCourseCall, {});

/** The user's standing over the last twelve months; nothing if it never changed. */
export function StandingCard() {
  const course = useQuery(standingCourseQuery);
  if (course.data?.points.length === 0) return null;
  return (
    <Card title="Your Balance over Time">
      <QueryView
        query={course}
        loading={
          <Loading label="Loading your balance over time...">
            <Skeleton className="h-44 w-full" />
          </Loading>
        }
        failure="Couldn't load your balance over time."
      >
        {(read) => <Course {...read} />}
      </QueryView>
    </Card>
  );
}

function Course({ points, since, isComplete }: z.output<typeof standingCourseCall.reply>) {
  const today = useToday();
  return (
    <figure>
      <div className="flex h-32 flex-col">
        <BalancePicture points={points} since={since} today={today} currency="USD" />
      </div>
      <figcaption className="mt-2 text-xs text-third">
        {describeBalances(points, since, 'USD')}
        {!isComplete && ' Earlier days are not shown.'}
      </figcaption>
    </figure>
  );
}
