/** The categories of a chapter's events. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { lineRules } from '#kit/line.ts';
import { requiredText } from '#kit/text.ts';
import { categoryColor } from '../occurrence.ts';
import { paletteColors } from './category-palette.ts';

export const maxCategoryNameLength = 40;
/** As many as there are colors. */
export const maxCategories = paletteColors.length;

const category = z.object({
  color: categoryColor,
  name: z.string(),
  /** Its upcoming events; of a series, each occurrence. */
  upcomingEvents: z.int(),
});

const categoryList = z.object({
  /** In the chapter's order. */
  items: z.array(category),
  version: z.int(),
});
export type CategoryList = z.output<typeof categoryList>;

const paletteColor = categoryColor.check(
  z.refine((color) => paletteColors.some((known) => known.color === color), {
    message: 'Choose one of the colors offered',
  }),
);

const editedCategory = z.strictObject({
  color: paletteColor,
  name: requiredText(maxCategoryNameLength, 'Enter a name').check(
    ...lineRules,
    z.refine((name) => !name.includes(','), 'Must not contain commas'),
  ),
  /** The color that the category had. Its events change their color with it. */
  previousColor: z.optional(categoryColor),
});

const isUnique = (values: readonly (string | undefined)[]) => {
  const given = values.filter((value) => value !== undefined);
  return new Set(given).size === given.length;
};

const editedCategories = z.strictObject({
  items: z.array(editedCategory).check(
    z.minLength(1, 'Keep at least one category'),
    z.maxLength(maxCategories, `At most ${maxCategories} categories`),
    z.refine(
      (items) => isUnique(items.map(({ color }) => color)),
      'Each category needs its own color',
    ),
    z.refine(
      (items) => isUnique(items.map(({ name }) => name.toLowerCase())),
      'Each category needs its own name',
    ),
    z.refine(
      (items) => isUnique(items.map(({ previousColor }) => previousColor)),
      'Two categories cannot come from the same color',
    ),
  ),
});

const path = '/event-categories';
const tag = 'Events';
const version = (reply: CategoryList) => reply.version;

export const categoryCalls = {
  list: endpoint({
    method: 'GET',
    path,
    tag,
    summary: 'List what the chapter calls the colors of its events; `categoryColor` is one of them',
    policy: 'member',
    reply: categoryList,
    version,
  }),
  /** Events of a removed category keep their color. */
  change: endpoint({
    method: 'PUT',
    path,
    tag,
    summary:
      'Replace the categories: rename, reorder, add, recolor, remove. Events of a removed one keep their color',
    policy: 'admin',
    body: editedCategories,
    reply: categoryList,
    version,
  }),
};
