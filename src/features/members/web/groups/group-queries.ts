import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { type GroupFields, groupCalls, type MemberGroup } from '../../group-contract.ts';
import { groupsQuery } from '../queries.ts';

type Saved = {
  readonly body: GroupFields;
  /** The group and the version to replace; undefined for a new one. */
  readonly group: Pick<MemberGroup, 'id' | 'version'> | undefined;
  readonly idempotencyKey: string;
};

export function useSaveGroup() {
  const refresh = useRefreshGroups();
  return useMutation({
    mutationFn: ({ body, group, idempotencyKey }: Saved) =>
      group
        ? call(groupCalls.update, { params: { groupId: group.id }, body, ifMatch: group.version })
        : call(groupCalls.create, { body, idempotencyKey }),
    // Also after a failure, because someone else may have changed it.
    onSettled: refresh,
  });
}

export function useDeleteGroup() {
  const refresh = useRefreshGroups();
  return useMutation({
    mutationFn: ({ id, version }: MemberGroup) =>
      call(groupCalls.remove, { params: { groupId: id }, ifMatch: version }),
    onSettled: refresh,
  });
}

function useRefreshGroups() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: groupsQuery.queryKey });
}
