import { queryOptions } from '@tanstack/react-query';
import { apiBase } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import type { Photos } from '#web/ui/photos.ts';
import { membersKey } from '../../keys.ts';
import { getPhotoPath, photoCalls } from '../../photo-contract.ts';

export const photosQuery = queryOptions({
  queryKey: [...membersKey, 'photos'],
  queryFn: async ({ signal }): Promise<Photos> => {
    const { items } = await call(photoCalls.list, { signal });
    return Object.fromEntries(
      items.map((photo) => [photo.memberId, `${apiBase}${getPhotoPath(photo)}`]),
    );
  },
});
