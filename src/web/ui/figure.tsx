import clsx from 'clsx';
import { Loading } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** In the large font, the narrowest card has room for this many characters. */
const maxLargeLength = 15;

/** A figure and what it counts. */
export function Figure({
  figure,
  label,
  words,
}: {
  /** Undefined while loading. */
  figure: string | undefined;
  /** Announced while loading. */
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
              figure.length > maxLargeLength ? 'text-base' : 'text-title',
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
