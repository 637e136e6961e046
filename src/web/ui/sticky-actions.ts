/**
 * Classes for a table's last column, which keep the actions of a row visible in wide tables. On a phone
 * they would cover the only column beside the first.
 */
export const stickyActions = [
  // One pixel over the edge: at 125 and 150 % zoom, content below would otherwise show beside it.
  'bg-(--row,var(--surface)) sm:sticky sm:-right-px print:hidden',
  'max-sm:before:hidden before:pointer-events-none before:absolute before:top-0 before:bottom-px before:-left-5 before:w-5',
  'before:bg-linear-to-r before:from-transparent before:to-(--row,var(--surface))',
].join(' ');

/** Classes for the column before it, so that the fade does not dim its content. */
export const beforeStickyActions = 'sm:pr-7!';
