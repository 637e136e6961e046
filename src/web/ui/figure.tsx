import clsx from 'clsx';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** As many characters as the large size leaves room for in the narrowest card. */
const longestLarge = 15;

/** One figure and what it counts. */
export function Figure({
  figure,
  label,
  words,
}: {
  /** Undefined while loading. */
  figure: string | undefined;
  /** What is loading, for who cannot see the skeleton. */
  label: string;
  words: string;
}) {
  return (
    <>
      <div className="flex h-9 items-center">
        {figure === undefined ? (
          <Loading label={label}>
            <Skeleton className="h-6 w-28" />
          </Loading>
        ) : (
          <p
            className={clsx(
              'tabular font-semibold tracking-[-0.02em] text-ink',
              figure.length > longestLarge ? 'text-base' : 'text-title',
            )}
          >
            {figure}
          </p>
        )}
      </div>
      <p className="text-xs text-third">{words}</p>
    </>
  );
}
