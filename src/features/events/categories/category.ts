/**
 * What a chapter calls the colors of its events. A category is a color with a name, so events name only
 * their color and follow when the category is renamed.
 */
import { categoryColors } from './category-color.ts';
import { describeColor } from './category-palette.ts';

export type Category = { readonly color: string; readonly name: string };

/** A saved category; `previousColor` is the color it had, whose events it takes along. */
export type EditedCategory = Category & { readonly previousColor?: string | undefined };

/** The categories of a chapter that has not named its own. */
export const defaultCategories: readonly Category[] = categoryColors;

/** The name of an event's category. An event of another color has none and is described by it. */
export function nameCategory(categories: readonly Category[], color: string): string {
  const known = categories.find((each) => each.color === color);
  return known?.name ?? `Other (${describeColor(color)})`;
}

/** The color of the category with this name, whatever its case. */
export function findColorByName(
  categories: readonly Category[],
  names: readonly string[],
): string | undefined {
  const wanted = names.map((name) => name.trim().toLowerCase());
  return categories.find(({ name }) => wanted.includes(name.toLowerCase()))?.color;
}

/** The colors that events change, by the color they have. */
export function findRecolored(edited: readonly EditedCategory[]): Map<string, string> {
  return new Map(
    edited.flatMap(({ color, previousColor }) =>
      previousColor === undefined || previousColor === color ? [] : [[previousColor, color]],
    ),
  );
}
