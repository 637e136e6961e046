import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { newsCalls } from '../contract.ts';
import { newsKey } from '../keys.ts';

export const newsQuery = queryOptions({
  queryKey: newsKey,
  queryFn: async ({ signal }) => {
    const news = await call(newsCalls.list, { signal });
    // Only once it has been read is it seen. A visit that could not be noted leaves it new next time.
    void call(newsCalls.visit, {}).catch(() => undefined);
    return news;
  },
});
