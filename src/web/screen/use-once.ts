import { useRef } from 'react';

/**
 * A write that happens once however often its button is pressed: while it runs, and for good when
 * it succeeded, further presses do nothing. A busy label comes a moment too late to say so.
 */
export function useOnce<Arguments extends unknown[]>(
  act: (...given: Arguments) => Promise<void>,
  onFailure: (error: unknown) => void,
): (...given: Arguments) => void {
  const isTaken = useRef(false);
  return (...given) => {
    if (isTaken.current) return;
    isTaken.current = true;
    act(...given).catch((error: unknown) => {
      isTaken.current = false;
      onFailure(error);
    });
  };
}
