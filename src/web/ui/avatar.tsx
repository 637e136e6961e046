import clsx from 'clsx';

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
      className={clsx(
        'inline-flex shrink-0 items-center justify-center rounded-full font-semibold text-on-fill select-none',
        sizes[size],
        hues[hueOf(id)],
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** At most two letters: of the first and the last word of the name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

function hueOf(id: string): number {
  let hash = 7;
  for (const letter of id) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash % hues.length;
}
