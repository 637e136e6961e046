/** The calls about what somebody is in the chapter: apart, because few screens need them. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { roles } from '#kit/role.ts';
import { member } from './contract.ts';
import { memberStatuses } from './standing.ts';

export const memberDetail = z.extend(member, {
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  version: z.int(),
});
export type MemberDetail = z.output<typeof memberDetail>;

const ofMember = z.strictObject({ memberId: id<'member'>() });
const version = (reply: MemberDetail) => reply.version;

export const standingCalls = {
  /** Those who are not active any more are there for admins alone. */
  detail: endpoint({
    method: 'GET',
    path: '/users/{memberId}',
    tag: 'Members',
    summary: 'Read a member',
    policy: 'member',
    params: ofMember,
    reply: memberDetail,
    version,
  }),
  inactive: endpoint({
    method: 'GET',
    path: '/users/inactive',
    tag: 'Members',
    summary: 'List disabled and removed members, by name',
    policy: 'admin',
    reply: z.object({ items: z.array(memberDetail) }),
  }),
  /** 409 `last_admin` when nobody else could undo it. */
  changeRole: endpoint({
    method: 'PUT',
    path: '/users/{memberId}/role',
    tag: 'Members',
    summary: "Change a member's role",
    policy: 'admin',
    params: ofMember,
    body: z.strictObject({ role: z.enum(roles) }),
    reply: memberDetail,
    version,
  }),
  /**
   * With it their tokens and sessions die or live at once; what they owe and are owed stays. 409
   * `last_admin` as above, `removed_member` for somebody removed: a new invitation brings them back.
   */
  changeStatus: endpoint({
    method: 'PUT',
    path: '/users/{memberId}/status',
    tag: 'Members',
    summary: 'Disable, enable or remove a member',
    policy: 'admin',
    params: ofMember,
    body: z.strictObject({ status: z.enum(memberStatuses) }),
    reply: memberDetail,
    version,
  }),
};
