/** Queries and mutations of invitations. */

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import type { Role } from '#kit/role.ts';
import { call } from '#web/api/call.ts';
import { callQuery } from '#web/api/call-query.ts';
import { useWrite } from '#web/api/use-write.ts';
import { invitationCalls } from '../../invitation-contract.ts';
import { invitationsKey } from '../../keys.ts';

/** The interval for refetching while emails are queued. */
const mailMilliseconds = 3_000;

export const maxInvitations = 200;

/** The newest invitations in any state. */
export const invitationsQuery = queryOptions({
  queryKey: invitationsKey,
  queryFn: async ({ signal }) =>
    (await call(invitationCalls.list, { query: { take: maxInvitations }, signal })).items,
  refetchInterval: ({ state }) =>
    state.data?.some(({ state, mail }) => state === 'open' && mail === 'queued')
      ? mailMilliseconds
      : false,
});

/** Whose addresses are members' already, and who of them has not joined yet. */
export const addressesQuery = callQuery(
  [...invitationsKey, 'addresses'],
  invitationCalls.addresses,
  {},
);

export type Invitees = { invitees: { email: string; role: Role }[] };

export function useInviteMany() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: Invitees & { key: string }) =>
      call(invitationCalls.inviteMany, { body, idempotencyKey: key }),
    // Awaited, because the results show the links from the list.
    onSuccess: () => client.invalidateQueries({ queryKey: invitationsKey }),
  });
}

export const useResendInvitation = () =>
  useWrite(invitationsKey, (invitationId: Id<'invitation'>) =>
    call(invitationCalls.resend, { params: { invitationId } }),
  );

export const useRevokeInvitation = () =>
  useWrite(invitationsKey, (invitationId: Id<'invitation'>) =>
    call(invitationCalls.revoke, { params: { invitationId } }),
  );
