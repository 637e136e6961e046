/** The rows of the form that edits a chapter's categories. */
import { countCharacters } from '#kit/text.ts';
import type { EditedCategory } from '../../categories/category.ts';
import {
  type CategoryList,
  maxCategories,
  maxCategoryNameLength,
} from '../../categories/category-contract.ts';
import { paletteColors } from '../../categories/category-palette.ts';

export type CategoryRow = {
  /** Stays while the color is edited. */
  readonly key: string;
  readonly color: string;
  readonly name: string;
  /** Undefined for a new category. */
  readonly savedColor: string | undefined;
  readonly upcomingEvents: number;
};

/** Rows that are `shown` keep their keys, and with them the focus. */
export function toRows({ items }: CategoryList, shown: readonly CategoryRow[] = []): CategoryRow[] {
  return items.map(({ color, name, upcomingEvents }) => ({
    key: shown.find((row) => row.color === color)?.key ?? color,
    color,
    name,
    savedColor: color,
    upcomingEvents,
  }));
}

/** With a new category in the first free color; the same rows if there is none. */
export function addRow(rows: readonly CategoryRow[], key: string): readonly CategoryRow[] {
  const free = paletteColors.find(({ color }) => rows.every((row) => row.color !== color));
  if (!free || rows.length >= maxCategories) return rows;
  return [...rows, { key, color: free.color, name: '', savedColor: undefined, upcomingEvents: 0 }];
}

/** One place up or down. */
export function moveRow(
  rows: readonly CategoryRow[],
  index: number,
  step: 1 | -1,
): readonly CategoryRow[] {
  const moved = rows[index];
  const other = rows[index + step];
  if (!moved || !other) return rows;
  return rows.map((row, place) => (place === index ? other : place === index + step ? moved : row));
}

export type RowProblems = Partial<Record<'name' | 'color', string>>;

/** What is wrong, by the rows' keys; empty if they can be saved. */
export function findProblems(rows: readonly CategoryRow[]): Map<string, RowProblems> {
  const problems = new Map<string, RowProblems>();
  rows.forEach((row, index) => {
    const earlier = rows.slice(0, index);
    const found: RowProblems = {};
    const name = row.name.trim();
    if (name === '') found.name = 'Enter a name';
    else if (countCharacters(name) > maxCategoryNameLength)
      found.name = `Must be at most ${maxCategoryNameLength} characters`;
    else if (name.includes(',')) found.name = 'A name cannot have commas';
    else if (earlier.some((each) => each.name.trim().toLowerCase() === name.toLowerCase()))
      found.name = 'Another category has this name';
    if (earlier.some(({ color }) => color === row.color))
      found.color = 'Another category has this color';
    if (found.name !== undefined || found.color !== undefined) problems.set(row.key, found);
  });
  return problems;
}

export function toEdited(rows: readonly CategoryRow[]): EditedCategory[] {
  return rows.map(({ color, name, savedColor }) => ({
    color,
    name: name.trim(),
    ...(savedColor === undefined ? {} : { previousColor: savedColor }),
  }));
}
