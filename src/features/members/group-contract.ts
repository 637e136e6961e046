/** Groups of members that a chapter keeps, such as its board and its forums. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { lineRules } from '#kit/line.ts';
import { requiredText } from '#kit/text.ts';

export const maxGroupNameLength = 60;
export const maxGroups = 100;
export const maxGroupMembers = 500;

export const memberGroup = z.object({
  id: id<'group'>(),
  name: z.string(),
  /** Active members, by name. */
  memberIds: z.array(id<'member'>()),
  version: z.int(),
});
export type MemberGroup = z.output<typeof memberGroup>;

export const groupFields = z.strictObject({
  name: requiredText(maxGroupNameLength, 'Enter a name').check(...lineRules),
  memberIds: z.array(id<'member'>()).check(
    z.maxLength(maxGroupMembers, `At most ${maxGroupMembers} members`),
    z.refine((ids) => new Set(ids).size === ids.length, 'A member is listed twice'),
  ),
});
export type GroupFields = z.output<typeof groupFields>;

const tag = 'Members';
const groupParams = z.strictObject({ groupId: id<'group'>() });
const version = (reply: MemberGroup) => reply.version;

export const groupCalls = {
  list: endpoint({
    method: 'GET',
    path: '/member-groups',
    tag,
    summary: "List the chapter's groups of members, by name",
    policy: 'member',
    cacheUntilNextCommit: true,
    reply: z.object({ items: z.array(memberGroup) }),
  }),
  /** 409 `name_taken`, whatever its case; 422 `too_many_groups`, `not_a_member`. */
  create: endpoint({
    method: 'POST',
    path: '/member-groups',
    tag,
    summary: 'Create a group of members',
    policy: 'admin',
    body: groupFields,
    reply: memberGroup,
    version,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/member-groups/{groupId}',
    tag,
    summary: 'Rename a group and set its members',
    policy: 'admin',
    params: groupParams,
    body: groupFields,
    reply: memberGroup,
    version,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/member-groups/{groupId}',
    tag,
    summary: 'Delete a group; its members stay',
    policy: 'admin',
    params: groupParams,
  }),
};
