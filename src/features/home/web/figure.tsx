import type { ReactNode } from 'react';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** One figure and what it counts. */
export function Figure({
  isLoading,
  label,
  words,
  children,
}: {
  isLoading: boolean;
  label: string;
  words: string;
  children: ReactNode;
}) {
  return (
    <>
      <div className="tabular flex h-9 items-center text-title font-semibold tracking-[-0.02em] text-ink">
        {isLoading ? (
          <Loading label={label}>
            <Skeleton className="h-6 w-28" />
          </Loading>
        ) : (
          children
        )}
      </div>
      <p className="text-xs text-third">{words}</p>
    </>
  );
}
