/** Role and status of members. Separate because few screens need them. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { roles } from '#kit/role.ts';
import { member } from './contract.ts';
import { memberStatuses } from './membership.ts';

export const memberDetail = z.extend(member, {
  role: z.enum(roles),
  status: z.enum(memberStatuses),
  /** Erased for good: nothing about the person is left. */
  isErased: z.boolean(),
  version: z.int(),
});
export type MemberDetail = z.output<typeof memberDetail>;

const memberParams = z.strictObject({ memberId: id<'member'>() });
const version = (reply: MemberDetail) => reply.version;

export const membershipCalls = {
  /** 404 for inactive members, except for admins. */
  detail: endpoint({
    method: 'GET',
    path: '/users/{memberId}',
    tag: 'Members',
    summary: 'Read a member',
    policy: 'member',
    params: memberParams,
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
  /** 409 `last_admin` if there is no other admin. */
  changeRole: endpoint({
    method: 'PUT',
    path: '/users/{memberId}/role',
    tag: 'Members',
    summary: "Change a member's role",
    policy: 'admin',
    params: memberParams,
    body: z.strictObject({ role: z.enum(roles) }),
    reply: memberDetail,
    version,
  }),
  /**
   * Takes effect immediately on tokens and sessions; balances are kept. 409 `last_admin` as above,
   * `removed_member` for a removed member: a new invitation restores them.
   */
  changeStatus: endpoint({
    method: 'PUT',
    path: '/users/{memberId}/status',
    tag: 'Members',
    summary: 'Disable, enable, or remove a member',
    policy: 'admin',
    params: memberParams,
    body: z.strictObject({ status: z.enum(memberStatuses) }),
    reply: memberDetail,
    version,
  }),
};
