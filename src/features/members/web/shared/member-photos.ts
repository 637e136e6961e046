import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showPhotos } from '#web/ui/photos.ts';
import { photosQuery } from './photos-query.ts';

/** Gives every avatar of the chapter's members its photo. */
export function MemberPhotos() {
  const { data } = useQuery(photosQuery);
  useEffect(() => showPhotos(data ?? {}), [data]);
  // Another chapter or account must not see them.
  useEffect(() => () => showPhotos({}), []);
  return null;
}
