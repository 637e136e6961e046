import { Loading } from '#web/ui/states/loading.tsx';
import { Skeleton } from '#web/ui/states/skeleton.tsx';

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
  if (figure === undefined) {
    return (
      <Loading label={label}>
        <Skeleton className="h-4 w-28" />
      </Loading>
    );
  }
  return (
    <>
      <p className="tabular font-medium text-ink">{figure}</p>
      {words && <p className="text-xs text-third">{words}</p>}
    </>
  );
}
