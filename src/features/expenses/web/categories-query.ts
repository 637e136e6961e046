import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { expensesKey } from '../keys.ts';
import { listingCalls } from '../listing/listing-contract.ts';

export const categoriesQuery = queryOptions({
  queryKey: [...expensesKey, 'categories'],
  queryFn: async ({ signal }) => (await call(listingCalls.categories, { signal })).items,
});
