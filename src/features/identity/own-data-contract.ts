/** What a person takes with them from a chapter. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';

export const ownDataCall = endpoint({
  method: 'GET',
  path: '/own-data',
  tag: 'Account',
  summary:
    'Everything that is yours in the chapter: a ZIP file with a page that lists its CSV and JSON files',
  policy: 'member',
  // A download by a link cannot send a token.
  credential: 'cookie-or-bearer',
  replyType: 'application/zip',
  reply: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});
