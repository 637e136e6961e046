import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { backupCalls } from '../../contract.ts';
import { backupsKey } from '../../keys.ts';

const secondsBetweenLooks = 3;

export const backupsQuery = queryOptions({
  queryKey: backupsKey,
  queryFn: ({ signal }) => call(backupCalls.overview, { signal }),
  // The first backup of a server, too, is about to begin.
  refetchInterval: ({ state: { data } }) =>
    (data?.isUnderWay === true || data?.state === 'pending') && secondsBetweenLooks * 1_000,
});

export function useBackUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(backupCalls.backUp, {}),
    onSuccess: () => client.invalidateQueries({ queryKey: backupsKey }),
  });
}
