import { useState } from 'react';

/** Keeps the first defined value, so that a dialog stays on the record it was opened for. */
export function useInitial<T>(value: T | undefined): T | undefined {
  const [initial, setInitial] = useState(value);
  if (value !== undefined && initial === undefined) setInitial(value);
  return initial ?? value;
}
