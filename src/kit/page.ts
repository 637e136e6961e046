import * as z from 'zod/mini';
import { textLike } from './text.ts';
import { fromDigits, wholeNumber } from './whole-number.ts';

/** Paging in queries: `skip` ≥ 0 (default 0), `take` 1 to 200. Anything else is refused with 422. */
const digits = textLike(/^\d{1,9}$/, 'Must be a whole number');
const skip = fromDigits(digits, wholeNumber(0, 999_999_999));
const take = (most: number) => fromDigits(digits, wholeNumber(1, most));

export function pageQuery(defaultTake: number, maxTake = 200) {
  return {
    skip: z._default(skip, 0),
    take: z._default(take(maxTake), defaultTake),
  };
}

/** The optional paging of `GET /users`, which returns everyone by default. */
export const optionalPageQuery = {
  skip: z.optional(skip),
  take: z.optional(take(200)),
};

/**
 * Sorting in queries: by at most one column; anything else is refused with 422. Without `sort`, a
 * list has its own order; with it, the default direction is ascending.
 */
export function sortQuery<const Column extends string>(columns: readonly Column[]) {
  return { sort: z.optional(z.enum(columns)), direction: z.optional(z.enum(['asc', 'desc'])) };
}

export type SortRequest<Column extends string> = {
  readonly sort?: Column | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
};

/** Newest first without `sort`; ascending by default with it. */
export function isDescending({ sort, direction }: SortRequest<string>): boolean {
  return (direction ?? (sort === undefined ? 'desc' : 'asc')) === 'desc';
}

export type PageRequest = { readonly skip: number; readonly take: number };

export type Page<T> = {
  readonly items: T[];
  readonly totalCount: number;
  readonly totalPages: number;
  /** Starts at 1. */
  readonly currentPage: number;
  readonly pageSize: number;
};

/** Adds the page numbers that every list reply has. */
export function page<T>(items: T[], totalCount: number, request: PageRequest): Page<T> {
  return {
    items,
    totalCount,
    totalPages: Math.ceil(totalCount / request.take),
    currentPage: Math.floor(request.skip / request.take) + 1,
    pageSize: request.take,
  };
}

export function paged<T extends z.ZodMiniType>(item: T) {
  return z.object({
    items: z.array(item),
    totalCount: z.int(),
    totalPages: z.int(),
    currentPage: z.int(),
    pageSize: z.int(),
  });
}
