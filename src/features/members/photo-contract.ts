/** Members' photos. Separate because they are read after everything else. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { textLike } from '#kit/text.ts';

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Send an image');
const hash = textLike(/^[\w-]{43}$/);
const photo = z.object({ memberId: id<'member'>(), hash });
const memberParams = z.strictObject({ memberId: id<'member'>() });
const path = '/members/{memberId}/photo';
const tag = 'Members';

/** The path of a photo; another photo has another one. */
export function getPhotoPath({ memberId, hash }: z.output<typeof photo>): string {
  return `/members/${memberId}/photo/${hash}`;
}

export const photoCalls = {
  list: endpoint({
    method: 'GET',
    path: '/members/photos',
    tag,
    summary: 'List which active members have a photo, with its hash',
    policy: 'member',
    cacheUntilNextCommit: true,
    reply: z.object({ items: z.array(photo) }),
  }),
  /** 404 for anything but the current photo of an active member of the caller's chapter. */
  read: endpoint({
    method: 'GET',
    path: `${path}/{photoHash}`,
    tag,
    summary: "A member's photo, by its hash",
    policy: 'member',
    // An <img> element cannot send a token.
    credential: 'cookie-or-bearer',
    params: z.extend(memberParams, { photoHash: hash }),
    replyType: 'image/*',
    reply: bytes,
  }),
  /** 403 `not_yours`; 413 `too_large`; 422 `not_a_photo`, `not_square`, `too_many_pixels`. */
  change: endpoint({
    method: 'PUT',
    path,
    tag,
    summary:
      'Upload your own photo: a square JPEG or WebP, upright, at most 64 KB and 512 × 512 pixels; metadata is removed',
    policy: 'member',
    params: memberParams,
    bodyType: 'application/octet-stream',
    body: bytes,
    reply: photo,
  }),
  /** 403 `not_yours`. */
  remove: endpoint({
    method: 'DELETE',
    path,
    tag,
    summary: "Remove your own photo, or as an admin anyone's; also 204 if there was none",
    policy: 'member',
    params: memberParams,
  }),
};
