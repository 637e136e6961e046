/** Invitations as an admin's browser holds them. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { authCalls } from '#features/auth/contract.ts';
import type { Role } from '#features/auth/role.ts';
import type { Id } from '#kit/id.ts';
import { call } from '#web/call.ts';

const invitationsKey = ['invitations'];

/** The newest two hundred, whatever their state: far more than are ever open. */
export const invitationsQuery = queryOptions({
  queryKey: invitationsKey,
  queryFn: async ({ signal }) =>
    (await call(authCalls.invitations, { query: { take: 200 }, signal })).items,
});

export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; role: Role }) => call(authCalls.invite, { body }),
    onSuccess: () => void client.invalidateQueries({ queryKey: invitationsKey }),
  });
}

export function useRevokeInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: Id) =>
      call(authCalls.revokeInvitation, { params: { invitationId } }),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsKey }),
  });
}
