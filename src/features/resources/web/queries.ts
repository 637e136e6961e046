import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { type ResourceEntry, resourceCalls } from '../contract.ts';
import { resourcesKey } from '../keys.ts';

export const resourcesQuery = queryOptions({
  queryKey: resourcesKey,
  queryFn: ({ signal }) => call(resourceCalls.list, { signal }),
});

export function useChangeResources() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ items, version }: { items: ResourceEntry[]; version: number }) =>
      call(resourceCalls.change, { body: { items }, ifMatch: version }),
    onSuccess: (list) => client.setQueryData(resourcesQuery.queryKey, list),
  });
}
