/** Of a table's last column: however wide the others are, what can be done about a row stays in reach. */
export const atTheEdge = [
  // A pixel over the edge: at 125 and 150 % what passes below would else peep out beside it.
  'sticky -right-px bg-(--row,var(--surface))',
  'before:pointer-events-none before:absolute before:top-0 before:bottom-px before:-left-5 before:w-5',
  'before:bg-linear-to-r before:from-transparent before:to-(--row,var(--surface))',
].join(' ');

/** Of the column before it: what stands at its right end is not dimmed by the fade. */
export const besideTheEdge = 'pr-7!';
