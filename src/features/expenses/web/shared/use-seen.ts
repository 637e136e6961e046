import { useState } from 'react';
import { isConflict } from '#web/api/call-error.ts';

/**
 * The version that a form was filled in from, and the version `seen`, which its save replaces. Both
 * follow the latest version until something is typed. From then on, someone else's change is a
 * conflict, and only a save after the user was told so replaces the latest version.
 */
export function useSeen<T extends { readonly version: number }>(latest: T, error: Error | null) {
  const [before, setBefore] = useState(latest);
  const [seen, setSeen] = useState(latest);
  const [isTyped, setIsTyped] = useState(false);
  const [lastError, setLastError] = useState(error);
  if (error !== lastError) {
    setLastError(error);
    // A conflict is reported once the latest version is loaded.
    if (isConflict(error)) setSeen(latest);
  } else if (!isTyped && before.version !== latest.version) {
    setBefore(latest);
    setSeen(latest);
  }
  return { before, seen, onTyped: () => setIsTyped(true) };
}
