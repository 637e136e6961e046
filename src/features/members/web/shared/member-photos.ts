import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiBase } from '#web/api/api-base.ts';
import { call } from '#web/api/call.ts';
import { type Photos, showPhotos } from '#web/ui/photos.ts';
import { membersKey } from '../../keys.ts';
import { getPhotoPath, photoListCall } from '../../photo-list-contract.ts';

export const photosQuery = queryOptions({
  queryKey: [...membersKey, 'photos'],
  queryFn: async ({ signal }): Promise<Photos> => {
    const { items } = await call(photoListCall, { signal });
    return Object.fromEntries(
      items.map((photo) => [photo.memberId, `${apiBase}${getPhotoPath(photo)}`]),
    );
  },
});

/** Gives every avatar of the chapter's members its photo. */
export function MemberPhotos() {
  const { data } = useQuery(photosQuery);
  useEffect(() => showPhotos(data ?? {}), [data]);
  // Another chapter or account must not see them.
  useEffect(() => () => showPhotos({}), []);
  return null;
}
