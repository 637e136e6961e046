import { type Category, nameCategory } from '../../../categories/category.ts';

/** The categories of some events' colors, in the chapter's order; colors without one come last. */
export function listShownCategories(
  categories: readonly Category[],
  colors: Iterable<string>,
): Category[] {
  const shown = new Set(colors);
  const known = categories.filter(({ color }) => shown.delete(color));
  const others = [...shown].map((color) => ({ color, name: nameCategory(categories, color) }));
  return [...known, ...others.sort((one, other) => (one.name < other.name ? -1 : 1))];
}
