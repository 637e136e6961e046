/**
 * The classes of inputs and selects. 16 px text on touch screens, because phones zoom into smaller
 * inputs.
 */
export const inputClass = [
  'h-9 w-full min-w-0 rounded-control border border-control bg-surface px-3 text-sm text-ink',
  'pointer-coarse:h-11 pointer-coarse:text-base',
  'transition-[border-color] duration-100 hover:border-third',
  'focus-visible:border-primary focus-visible:outline-2 focus-visible:-outline-offset-1',
  'aria-invalid:border-owes aria-invalid:focus-visible:outline-owes',
  'disabled:bg-hover disabled:text-third [&[readonly]]:bg-hover',
].join(' ');
