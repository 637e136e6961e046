import { startTransition, useEffect, useState } from 'react';

/** Few enough that laying them out is no long task. */
const step = 10;

/**
 * How many of `count` rows to render: at once those that fit on the screen, the others a few at a time, each
 * after the last were painted.
 */
export function useRowsInSteps(count: number, first: number): number {
  const [shown, setShown] = useState(first);
  useEffect(() => {
    if (shown < count) startTransition(() => setShown(shown + step));
  }, [shown, count]);
  return shown;
}
