import { call } from '#web/api/call.ts';
import { useWrite } from '#web/api/use-write.ts';
import { type GroupFields, groupCalls, type MemberGroup } from '../../group-contract.ts';
import { groupsQuery } from '../queries.ts';

type Saved = {
  readonly body: GroupFields;
  /** The group and the version to replace; undefined for a new one. */
  readonly group: Pick<MemberGroup, 'id' | 'version'> | undefined;
  readonly idempotencyKey: string;
};

export const useSaveGroup = () =>
  useWrite(groupsQuery.queryKey, ({ body, group, idempotencyKey }: Saved) =>
    group
      ? call(groupCalls.update, { params: { groupId: group.id }, body, ifMatch: group.version })
      : call(groupCalls.create, { body, idempotencyKey }),
  );

export const useDeleteGroup = () =>
  useWrite(groupsQuery.queryKey, ({ id, version }: MemberGroup) =>
    call(groupCalls.remove, { params: { groupId: id }, ifMatch: version }),
  );
