import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { photoCalls } from '../../photo-contract.ts';
import { photosQuery } from '../shared/member-photos.ts';

/** Sets the own photo, or removes a member's if there is none given. */
export function useChangePhoto(memberId: Id<'member'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (photo: Uint8Array | undefined) => {
      const params = { memberId };
      if (photo) await call(photoCalls.change, { params, body: photo });
      else await call(photoCalls.remove, { params });
    },
    // Also after a failure, because the server may have done it.
    onSettled: () => client.invalidateQueries({ queryKey: photosQuery.queryKey }),
  });
}
