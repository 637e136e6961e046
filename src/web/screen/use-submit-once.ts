import { useRef } from 'react';

/**
 * Submits once however often the button is pressed: further presses do nothing while the write runs and
 * after it succeeded. The button's busy state renders too late to prevent a double click. `asked` says that
 * nothing was written yet, because the member is asked first.
 */
export function useSubmitOnce<Arguments extends unknown[]>(
  submit: (...args: Arguments) => Promise<void | 'asked'>,
  onFailure: (error: unknown) => void,
): (...args: Arguments) => void {
  const isSubmitted = useRef(false);
  return (...args) => {
    if (isSubmitted.current) return;
    isSubmitted.current = true;
    submit(...args)
      .then((outcome) => {
        isSubmitted.current = outcome !== 'asked';
      })
      .catch((error: unknown) => {
        isSubmitted.current = false;
        onFailure(error);
      });
  };
}
