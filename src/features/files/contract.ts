/**
 * Uploads: announced, sent in parts and finished. A finished file belongs to what its uploader adds it
 * to within a day, through whose calls it is read.
 */
import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { text, textLike } from '#kit/text.ts';
import { partBytes, purposes } from './file.ts';

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Send bytes');
const fileParams = z.strictObject({ fileId: id<'file'>() });
const tag = 'Files';

/** A finished file. */
const storedFile = z.object({
  id: id<'file'>(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  /** Of pictures, in pixels. */
  width: z.nullable(z.int()),
  height: z.nullable(z.int()),
});
export type StoredFile = z.output<typeof storedFile>;

/** A file of something, with who added it when. */
export const attachedFile = z.extend(storedFile, {
  by: z.object({ id: id<'member'>(), name: z.string() }),
  at: instant,
});
export type AttachedFile = z.output<typeof attachedFile>;

/** The files of something, in order. */
export const attachedFiles = z.object({ items: z.array(attachedFile) });

/** The content of a file, which is served as it is. */
const fileContent = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'Bytes');

/** How files of something are read, at `path` by its `params`. */
export function fileReadCalls<Params extends z.ZodMiniObject>(
  path: `/${string}`,
  {
    tag,
    params,
    noun = 'receipt',
  }: { readonly tag: string; readonly params: Params; readonly noun?: string },
) {
  const reading = {
    method: 'GET',
    tag,
    policy: 'member',
    // An <img> element cannot send a token.
    credential: 'cookie-or-bearer',
    params,
    reply: fileContent,
  } as const;
  return {
    read: endpoint({
      ...reading,
      path,
      summary: `The content of a ${noun}, whole or in ranges`,
      replyType: '*/*',
    }),
    readPreview: endpoint({
      ...reading,
      path: `${path}/preview`,
      summary: `A small JPEG of a ${noun} that is a picture`,
      replyType: 'image/*',
    }),
  };
}

const upload = z.object({
  id: id<'file'>(),
  /** The size of all parts but the last. */
  partBytes: z.int(),
  /** The numbers of the parts that have not come in, from 0; none if finished. */
  missingParts: z.array(z.int()),
  file: z.nullable(storedFile),
});
export type Upload = z.output<typeof upload>;

export const fileCalls = {
  /**
   * 409 `files_full`, `id_taken`; 413 `too_large`; 429 `too_many_uploads`. The same again, by the same
   * member, is the upload as it is now.
   */
  begin: endpoint({
    method: 'POST',
    path: '/files',
    tag,
    summary: 'Announce an upload; what belongs to nothing after a day is removed',
    policy: 'member',
    body: z.strictObject({
      /** Chosen by the client, so that announcing it again makes no second one. */
      id: z.optional(id<'file'>()),
      /** As on the uploader's device; finishing makes a line of it. */
      fileName: text(1_000),
      bytes: z.int().check(z.minimum(1, 'This file is empty'), z.maximum(2 ** 31 - 1)),
      purpose: z._default(z.enum(purposes), 'receipt'),
    }),
    reply: upload,
  }),
  read: endpoint({
    method: 'GET',
    path: '/files/{fileId}',
    tag,
    summary: 'Read how far your own upload is, to go on after a lost connection',
    policy: 'member',
    params: fileParams,
    reply: upload,
  }),
  /** 409 `upload_finished`; 422 `wrong_part`. */
  sendPart: endpoint({
    method: 'PUT',
    path: '/files/{fileId}/parts/{part}',
    tag,
    summary: `Send a part of your upload, numbered from 0: ${partBytes} bytes, the last one the rest`,
    policy: 'member',
    params: z.extend(fileParams, { part: textLike(/^\d{1,3}$/) }),
    bodyType: 'application/octet-stream',
    body: bytes,
    maxBodyBytes: partBytes,
  }),
  /**
   * 409 `upload_incomplete`; 415 `not_a_receipt`, `not_a_document`, `old_office_format`,
   * `password_protected`, `heic_unsupported`; 422 `too_many_pixels`, `picture_too_large`,
   * `picture_too_slow`, `unreadable_picture`; 503 `busy` after a long wait for other pictures, or if the server is too
   * slow. Finishing again gives the same reply.
   */
  finish: endpoint({
    method: 'POST',
    path: '/files/{fileId}/finish',
    tag,
    summary: 'Finish an upload whose parts have all come in; pictures are made anew',
    policy: 'member',
    params: fileParams,
    reply: storedFile,
    status: 200,
  }),
};
