import * as z from 'zod/mini';
import { id } from '#kit/id.ts';
import { textLike } from '#kit/text.ts';

/**
 * What a bearer token of ours says. It names the hub itself rather than its address, because the
 * operator's command line signs tokens without knowing at which address the server runs.
 */
export const tokenIssuer = 'chapter-hub';
export const tokenAudience = 'chapter-hub';
/** RFC 9068: an access token, which no other kind of token can be mistaken for. */
export const tokenType = 'at+jwt';

export const browserTokenSeconds = 5 * 60;
export const maxTokenSeconds = 24 * 60 * 60;

const ourId = textLike(/^[\w-]{1,100}$/);

/** Who, by which session, acting in which chapter; what they may do is looked up, never believed. */
export const bearerClaims = z.object({
  sub: ourId,
  sid: ourId,
  chapter: id<'chapter'>(),
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
});
export type BearerClaims = z.output<typeof bearerClaims>;
