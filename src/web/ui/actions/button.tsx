import clsx from 'clsx';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from '../states/spinner.tsx';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

export type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled'> & {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  icon?: ReactNode;
  isBusy?: boolean | undefined;
  /** Replaces the label while busy: 'Creating...'. */
  busyLabel?: string | undefined;
  /** Why it cannot be pressed now: it looks disabled, but can be focused to read this. */
  reasonToRest?: string | undefined;
};

/** Not transparent, because one may float over a list. */
const restingClass = 'border-line! bg-band! text-third! opacity-100!';

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
  reasonToRest,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const isInert = isBusy || reasonToRest !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isInert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      title={reasonToRest}
      {...rest}
      type={type}
      onClick={press}
      aria-disabled={isInert || undefined}
      aria-busy={isBusy || undefined}
      className={buttonClass({
        variant,
        size,
        className: clsx(className, reasonToRest !== undefined && restingClass),
      })}
    >
      {isBusy ? <Spinner /> : icon}
      {isBusy ? (busyLabel ?? children) : children}
    </button>
  );
}
