import { useEffect, useState } from 'react';

/** A second after the first paint: what nobody needs at once waits for it, so that what is seen comes first. */
export function useIsLater(): boolean {
  const [isLater, setIsLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setIsLater, 1_000, true);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
