import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from '../spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

export type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  isBusy?: boolean | undefined;
  /** What the button says while busy, e.g. 'Creating...'. */
  busyLabel?: string | undefined;
};

/**
 * A button. While busy it keeps its focus and says `busyLabel`, and neither a press nor Enter in
 * its form does anything, so that an intent happens once. At most one `primary` a view.
 */
export function Button({
  variant,
  size,
  icon,
  isBusy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={buttonClass({ variant, size, className })}
    >
      {isBusy ? <Spinner /> : icon}
      {isBusy ? (busyLabel ?? children) : children}
    </button>
  );
}
