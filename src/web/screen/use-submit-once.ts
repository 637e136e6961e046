import { useRef } from 'react';

/**
 * Writes once however often the button is pressed: while the write runs, and for good once it has
 * succeeded, further presses do nothing. The button's busy state comes a moment too late for that.
 */
export function useSubmitOnce<Arguments extends unknown[]>(
  submit: (...given: Arguments) => Promise<void>,
  onFailure: (error: unknown) => void,
): (...given: Arguments) => void {
  const isSubmitted = useRef(false);
  return (...given) => {
    if (isSubmitted.current) return;
    isSubmitted.current = true;
    submit(...given).catch((error: unknown) => {
      isSubmitted.current = false;
      onFailure(error);
    });
  };
}
