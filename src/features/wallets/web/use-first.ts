import { useState } from 'react';

/** The first value that was known: a dialog goes on with what it was opened on, whatever becomes of that. */
export function useFirst<T extends object>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value);
  if (value && !first) setFirst(value);
  return first ?? value;
}
