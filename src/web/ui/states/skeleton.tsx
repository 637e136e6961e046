import clsx from 'clsx';
import type { ComponentProps } from 'react';
import { Loading } from './loading.tsx';

/** A gray bar in place of text that is loading; give it the size of the text. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span className={clsx('skeleton block', className ?? 'h-4 w-full')} />;
}

/** Skeletons for the rows of a list or table. */
export function SkeletonRows({ rows }: { rows: number }) {
  return (
    <div className="divide-y divide-soft">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="flex h-15.5 items-center gap-6 px-4 sm:px-5">
          <div className="flex-1">
            <Skeleton className="mb-2 h-3.5 w-40 max-w-full" />
            <Skeleton className="h-3 w-28 max-w-full" />
          </div>
          <Skeleton className="h-3.5 w-16" />
          <Skeleton className="h-3.5 w-12 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}

/** The loading state of a list or table. */
export function LoadingRows({
  rows,
  ...loading
}: { rows: number } & Pick<ComponentProps<typeof Loading>, 'label' | 'className'>) {
  return (
    <Loading {...loading}>
      <SkeletonRows rows={rows} />
    </Loading>
  );
}
