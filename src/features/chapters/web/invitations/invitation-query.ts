import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/api/call.ts';
import { joiningCalls } from '../../joining-contract.ts';
import { invitationKey } from '../../keys.ts';

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: [...invitationKey, token],
    queryFn: ({ signal }) => call(joiningCalls.previewInvitation, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
