import { useState } from 'react';

/** The first value that was known: a dialog goes on with what it was opened on, whatever changes. */
export function useInitial<T>(value: T | undefined): T | undefined {
  const [initial, setInitial] = useState(value);
  if (value !== undefined && initial === undefined) setInitial(value);
  return initial ?? value;
}
