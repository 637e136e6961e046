import { useEffect, useState } from 'react';

const firstViewMilliseconds = 1_000;

/** False for a second, so that what is seen first is loaded alone. */
export function useFirstViewIsOver(): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), firstViewMilliseconds);
    return () => clearTimeout(timer);
  }, []);
  return isOver;
}
