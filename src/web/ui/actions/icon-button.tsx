import type { ComponentProps, ReactNode } from 'react';
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The accessible name, including the subject: 'Actions for Harbor dinner'. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
};

/** A square button with an icon, an accessible name and the same tooltip. */
export function IconButton({
  label,
  icon,
  variant = 'ghost',
  size = 'sm',
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      title={label}
      {...rest}
      type={type}
      aria-label={label}
      className={buttonClass({ variant, size, isSquare: true, className })}
    >
      {icon}
    </button>
  );
}
