import type { Id } from '#kit/id.ts';
import { notFound, ok, type Result, refuse } from '#kit/result.ts';
import { auditWork } from '#server/audit/audit.ts';
import { lockUntilCommit } from '#server/database/lock.ts';
import { checkVersion } from '#server/http/check-version.ts';
import type { Api } from '#server/http/serve.ts';
import type { Work } from '#server/work.ts';
import { type GroupFields, groupCalls, type MemberGroup, maxGroups } from '../group-contract.ts';
import { countGroups, deleteGroup, listGroups, saveGroup } from './group-store.ts';
import { findActiveMemberIds } from './store.ts';

export function groupRoutes(api: Api): void {
  api.serve(groupCalls.list, async ({ db, caller }) =>
    ok({ items: await listGroups(db, caller.chapterId) }),
  );

  api.serve(groupCalls.create, async ({ body, ...work }) => {
    const { tx, caller, newId } = work;
    await lockUntilCommit(tx, 'change groups', caller.chapterId);
    if ((await countGroups(tx, caller.chapterId)) >= maxGroups) {
      return refuse('invalid', 'too_many_groups', `At most ${maxGroups} groups`);
    }
    return save(work, undefined, { id: newId<'group'>(), ...body, version: 1 });
  });

  api.serve(groupCalls.update, async ({ params, body, ifMatch, ...work }) => {
    const before = await findForChange(work, params.groupId, ifMatch);
    if (!before.ok) return before;
    return save(work, before.value, {
      ...before.value,
      ...body,
      version: before.value.version + 1,
    });
  });

  api.serve(groupCalls.remove, async ({ params, ifMatch, ...work }) => {
    const before = await findForChange(work, params.groupId, ifMatch);
    if (!before.ok) return before;
    await deleteGroup(work.tx, work.caller.chapterId, params.groupId);
    await record(work, 'group.delete', before.value, undefined);
    return ok(undefined);
  });
}

async function findForChange(
  { tx, caller: { chapterId } }: Work,
  groupId: Id<'group'>,
  ifMatch: number | undefined,
): Promise<Result<MemberGroup>> {
  await lockUntilCommit(tx, 'change groups', chapterId);
  const [group] = await listGroups(tx, chapterId, groupId);
  if (!group) return notFound('Group');
  return checkVersion(group, ifMatch, 'this group') ?? ok(group);
}

async function save(
  work: Work,
  before: MemberGroup | undefined,
  group: MemberGroup,
): Promise<Result<MemberGroup>> {
  const { tx, caller, now } = work;
  const refusal = await checkNotFormer(work, group);
  if (refusal) return refusal;
  const saved = await saveGroup(tx, caller.chapterId, group, now);
  if (!saved.ok) return saved;
  await record(work, before ? 'group.update' : 'group.create', before, group);
  const [after] = await listGroups(tx, caller.chapterId, group.id);
  return after ? ok(after) : notFound('Group');
}

async function checkNotFormer({ tx, caller }: Work, { memberIds }: GroupFields) {
  const active = await findActiveMemberIds(tx, caller.chapterId, memberIds);
  if (memberIds.every((id) => active.has(id))) return undefined;
  const message = 'Someone in this group is no longer a member';
  return refuse('invalid', 'not_a_member', message, { field: 'memberIds' });
}

async function record(
  work: Work,
  action: `group.${string}`,
  before: MemberGroup | undefined,
  after: MemberGroup | undefined,
): Promise<void> {
  const group = after ?? before;
  if (!group) return;
  await auditWork(work, { action, kind: 'group', id: group.id, before, after });
}
