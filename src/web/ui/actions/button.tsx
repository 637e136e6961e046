import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from '../spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

export type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  isBusy?: boolean | undefined;
  /** Replaces the label while busy: 'Creating...'. */
  busyLabel?: string | undefined;
};

/**
 * A button. While busy it keeps the focus, shows `busyLabel` and ignores presses and Enter in its
 * form, so that nothing is submitted twice. Use at most one `primary` per view.
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
