/** Which members have a photo. Separate, because every screen reads it and few change a photo. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { textLike } from '#kit/text.ts';

export const photoHash = textLike(/^[\w-]{43}$/);
export const photo = z.object({ memberId: id<'member'>(), hash: photoHash });

/** The path of a photo; another photo has another one. */
export function getPhotoPath({ memberId, hash }: z.output<typeof photo>): string {
  return `/members/${memberId}/photo/${hash}`;
}

export const photoListCall = endpoint({
  method: 'GET',
  path: '/members/photos',
  tag: 'Members',
  summary: 'List which active members have a photo, with its hash',
  policy: 'member',
  cacheUntilNextCommit: true,
  reply: z.object({ items: z.array(photo) }),
});
