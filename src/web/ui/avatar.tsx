import clsx from 'clsx';
import { getInitials, pickHue } from './initials.ts';

const sizes = {
  sm: 'size-6 text-[0.5625rem]',
  md: 'size-8 text-[0.6875rem]',
  lg: 'size-11 text-sm',
};

/** White is readable (4.5:1) on every one of these, in both themes. */
const hues = [
  'bg-[#2563eb]',
  'bg-[#7c3aed]',
  'bg-[#0e7490]',
  'bg-[#047857]',
  'bg-[#b45309]',
  'bg-[#be185d]',
  'bg-[#4338ca]',
  'bg-[#a21caf]',
  'bg-[#b91c1c]',
  'bg-[#475569]',
];

/**
 * A person's initials on a colour that is always theirs. Hidden from assistive technology, since
 * the name stands beside it; where it does not, put the name into the button or link around it.
 */
export function Avatar({
  id,
  name,
  size = 'sm',
  className,
}: {
  id: string;
  name: string;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}) {
  return (
    <span
      aria-hidden="true"
      // Drawn and not written: initials are neither read aloud nor copied nor found.
      data-initials={getInitials(name)}
      className={clsx(
        'before:content-[attr(data-initials)] inline-flex shrink-0 items-center justify-center rounded-full font-semibold text-on-fill select-none',
        sizes[size],
        hues[pickHue(id, hues.length)],
        className,
      )}
    />
  );
}
