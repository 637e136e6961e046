/** Queries and mutations of one member. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionKey } from '#features/identity/keys.ts';
import type { Id } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { useSession } from '#web/api/session.ts';
import { membersKey } from '../../keys.ts';
import type { MemberStatus } from '../../membership.ts';
import { type MemberDetail, membershipCalls } from '../../membership-contract.ts';
import type { ProfileChange } from '../../profile.ts';
import { profileCalls } from '../../profile-contract.ts';

export const memberQuery = (memberId: Id<'member'>) =>
  callQuery([...membersKey, 'one', memberId], profileCalls.profile, { params: { memberId } });

/** The profile as other members see it. */
export const previewQuery = (memberId: Id<'member'>) =>
  callQuery([...membersKey, 'one', memberId, 'as others see it'], profileCalls.profile, {
    params: { memberId },
    query: { as: 'member' },
  });

export function useChangeProfile(memberId: Id<'member'>) {
  const client = useQueryClient();
  const { me } = useSession();
  return useMutation({
    mutationFn: ({ change, version }: { change: ProfileChange; version: number }) =>
      call(profileCalls.change, {
        params: { memberId },
        body: { ...change, locked: change.locked && [...change.locked] },
        ifMatch: version,
      }),
    onSuccess: (member) => client.setQueryData(memberQuery(memberId).queryKey, member),
    // Also after a failure, because someone else may have changed it.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: membersKey });
      if (memberId === me.memberId) await client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

export type MembershipChange = { readonly role: Role } | { readonly status: MemberStatus };

export function useChangeMembership({ id: memberId, version }: MemberDetail) {
  const client = useQueryClient();
  const { me } = useSession();
  return useMutation({
    mutationFn: (change: MembershipChange) => {
      const args = { params: { memberId }, ifMatch: version };
      return 'role' in change
        ? call(membershipCalls.changeRole, { ...args, body: change })
        : call(membershipCalls.changeStatus, { ...args, body: change });
    },
    onSuccess: (member) =>
      client.setQueryData(
        memberQuery(memberId).queryKey,
        (before) => before && { ...before, ...member },
      ),
    // Also after a failure, because someone else may have changed the member.
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: membersKey });
      // The own role and status determine the visible screens.
      if (memberId === me.memberId) await client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}
