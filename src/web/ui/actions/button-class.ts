import clsx from 'clsx';

/** `toolbar` is an outline beside fields, with their border. */
export type ButtonVariant = 'primary' | 'outline' | 'toolbar' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'sm';

/** Disabled ones are gray: half of a strong color still looks like something to press. */
const variants: Record<ButtonVariant, string> = {
  primary:
    'border border-transparent bg-primary-fill text-on-fill not-aria-disabled:hover:bg-primary-hover disabled:bg-second!',
  outline: 'border border-line bg-surface text-ink not-aria-disabled:hover:bg-hover',
  toolbar: 'border border-control bg-surface text-ink not-aria-disabled:hover:bg-hover',
  ghost: 'text-second not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-ink',
  danger:
    'border border-transparent bg-danger-fill text-on-fill not-aria-disabled:hover:bg-danger-hover disabled:bg-second!',
};

const sizes: Record<ButtonSize, string> = {
  md: 'h-9 px-3.5 pointer-coarse:h-11',
  sm: 'h-8 px-3 pointer-coarse:h-11',
};

const square: Record<ButtonSize, string> = {
  md: 'size-9 pointer-coarse:size-11',
  sm: 'size-8 pointer-coarse:size-11',
};

/** The classes of buttons, links that look like buttons, and icon buttons. */
export function buttonClass({
  variant = 'outline',
  size = 'md',
  isSquare = false,
  className,
}: {
  variant?: ButtonVariant | undefined;
  size?: ButtonSize | undefined;
  isSquare?: boolean | undefined;
  className?: string | undefined;
}): string {
  return clsx(
    'inline-flex print:hidden shrink-0 items-center justify-center gap-2 rounded-control text-sm font-medium',
    'whitespace-nowrap select-none transition-colors duration-100',
    'disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-80',
    '[&_svg]:size-4 [&_svg]:shrink-0',
    variants[variant],
    (isSquare ? square : sizes)[size],
    className,
  );
}
