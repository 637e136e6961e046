/** A chapter's logo. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { textLike } from '#kit/text.ts';
import { logoPath } from './logo-path.ts';

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Send an image');
const hash = textLike(/^[\w-]{43}$/);

const logo = z.object({
  hash,
  mediaType: z.string(),
  width: z.int(),
  height: z.int(),
});
export type SavedLogo = z.output<typeof logo>;

const tag = 'Chapter';

export const logoCalls = {
  /** 404 for anything but the current logo of the caller's chapter. */
  read: endpoint({
    method: 'GET',
    path: `${logoPath}/{hash}`,
    tag,
    summary: "The chapter's logo, by the hash from the session",
    policy: 'member',
    // An <img> element cannot send a token.
    credential: 'cookie-or-bearer',
    params: z.strictObject({ hash }),
    replyType: 'image/*',
    reply: bytes,
  }),
  /** 413 `too_large`; 422 `not_a_picture`, `too_many_pixels`. */
  change: endpoint({
    method: 'PUT',
    path: logoPath,
    tag,
    summary:
      'Upload a logo for the chapter: PNG, JPEG, or WebP, at most 200 KB and 1024 × 1024 pixels',
    policy: 'admin',
    bodyType: 'application/octet-stream',
    body: bytes,
    reply: logo,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: logoPath,
    tag,
    summary: "Remove the chapter's logo; also 204 if it had none",
    policy: 'admin',
  }),
};
