import * as z from 'zod';

/** Paging in queries: `skip` ≥ 0 (default 0), `take` 1 to 200. Anything else is refused with 422. */
const wholeNumberText = z.string().regex(/^\d{1,9}$/, 'Must be a whole number');

function wholeNumber(least: number, most: number) {
  return z.codec(wholeNumberText, z.int().min(least).max(most), {
    decode: (text) => Number(text),
    encode: (value) => String(value),
  });
}

export function pageQuery(defaultTake: number, mostTake = 200) {
  return {
    skip: wholeNumber(0, 999_999_999).default(0),
    take: wholeNumber(1, mostTake).default(defaultTake),
  };
}

/** The optional paging of `GET /users`, which without it returns everybody. */
export const optionalPageQuery = {
  skip: wholeNumber(0, 999_999_999).optional(),
  take: wholeNumber(1, 200).optional(),
};

/**
 * Sorting in queries: by one of the columns, at most once; anything else is refused with 422.
 * Without `sort` a list has its own order; without `direction` a stated sort ascends.
 */
export function sortQuery<const Column extends string>(columns: readonly Column[]) {
  return { sort: z.enum(columns).optional(), direction: z.enum(['asc', 'desc']).optional() };
}

export type SortRequest<Column extends string> = {
  readonly sort?: Column | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
};

/** Newest first without a sort; a stated one ascends unless it says otherwise. */
export function isDescending({ sort, direction }: SortRequest<string>): boolean {
  return (direction ?? (sort === undefined ? 'desc' : 'asc')) === 'desc';
}

export type PageRequest = { readonly skip: number; readonly take: number };

export type Page<T> = {
  readonly items: T[];
  readonly totalCount: number;
  readonly totalPages: number;
  /** From 1. */
  readonly currentPage: number;
  readonly pageSize: number;
};

/** The numbers of a page, as every list reply carries them. */
export function page<T>(items: T[], totalCount: number, request: PageRequest): Page<T> {
  return {
    items,
    totalCount,
    totalPages: Math.ceil(totalCount / request.take),
    currentPage: Math.floor(request.skip / request.take) + 1,
    pageSize: request.take,
  };
}

export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    totalCount: z.int(),
    totalPages: z.int(),
    currentPage: z.int(),
    pageSize: z.int(),
  });
}
