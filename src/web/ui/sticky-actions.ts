/** For a table's last column: the actions of a row stay in reach however wide the table is. */
export const stickyActions = [
  // A pixel over the edge: at 125 and 150 % what passes below would else peep out beside it.
  'sticky -right-px bg-(--row,var(--surface))',
  'before:pointer-events-none before:absolute before:top-0 before:bottom-px before:-left-5 before:w-5',
  'before:bg-linear-to-r before:from-transparent before:to-(--row,var(--surface))',
].join(' ');

/** For the column before it: the fade does not dim the right end of its content. */
export const beforeStickyActions = 'pr-7!';
