import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { joiningCalls } from '../../joining-contract.ts';

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(joiningCalls.lookAtInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
