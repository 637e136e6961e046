import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { isConflict } from '#web/api/call-error.ts';
import { callQuery } from '#web/api/call-query.ts';
import { type ResourceEntry, type ResourceList, resourceCalls } from '../contract.ts';
import { resourcesKey } from '../keys.ts';

export const resourcesQuery = callQuery(resourcesKey, resourceCalls.list, {});

/** After a conflict with the newest version, or with an earlier one if it could not be read. */
export function useChangeResources(onConflict: (newer: ResourceList) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ items, version }: { items: ResourceEntry[]; version: number }) =>
      call(resourceCalls.change, { body: { items }, ifMatch: version }),
    onError: async (error) => {
      if (!isConflict(error)) return;
      await client.invalidateQueries({ queryKey: resourcesQuery.queryKey });
      const newer = client.getQueryData(resourcesQuery.queryKey);
      if (newer) onConflict(newer);
    },
    onSuccess: (list) => client.setQueryData(resourcesQuery.queryKey, list),
  });
}
