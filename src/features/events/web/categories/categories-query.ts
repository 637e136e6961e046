import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { nameCategory } from '../../categories/category.ts';
import { categoryCalls } from '../../categories/category-contract.ts';
import { categoriesKey } from '../../keys.ts';

/** What the chapter calls the colors of its events, in its order. */
export const categoriesQuery = queryOptions({
  queryKey: categoriesKey,
  queryFn: ({ signal }) => call(categoryCalls.list, { signal }),
  staleTime: 60_000,
});

/** Names the category of a color; returns undefined until the categories are known. */
export function useCategoryName(): (color: string) => string | undefined {
  const { data } = useQuery(categoriesQuery);
  return (color) => data && nameCategory(data.items, color);
}
