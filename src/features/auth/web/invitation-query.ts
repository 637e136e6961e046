import { queryOptions } from '@tanstack/react-query';
import { joiningCalls } from '#features/auth/joining-contract.ts';
import { call } from '#web/call.ts';

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(joiningCalls.lookAtInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
