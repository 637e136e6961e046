/** Members' photos. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { photo, photoHash, photoListCall } from './photo-list-contract.ts';

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Send an image');
const memberParams = z.strictObject({ memberId: id<'member'>() });
const path = '/members/{memberId}/photo';
const tag = 'Members';

export const photoCalls = {
  list: photoListCall,
  /** 404 for anything but the current photo of an active member of the caller's chapter. */
  read: endpoint({
    method: 'GET',
    path: `${path}/{photoHash}`,
    tag,
    summary: "A member's photo, by its hash",
    policy: 'member',
    // An <img> element cannot send a token.
    credential: 'cookie-or-bearer',
    params: z.extend(memberParams, { photoHash }),
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
