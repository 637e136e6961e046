import type { Id } from '#kit/id.ts';
import { call } from '#web/api/call.ts';
import { useWrite } from '#web/api/use-write.ts';
import { photoCalls } from '../../photo-contract.ts';
import { photosQuery } from '../shared/member-photos.ts';

/** Sets the own photo, or removes a member's if there is none given. */
export const useChangePhoto = (memberId: Id<'member'>) =>
  useWrite(photosQuery.queryKey, async (photo: Uint8Array | undefined) => {
    const params = { memberId };
    if (photo) await call(photoCalls.change, { params, body: photo });
    else await call(photoCalls.remove, { params });
  });
