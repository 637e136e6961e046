import * as z from 'zod/mini';
import { id } from '#kit/id.ts';
import { textLike } from '#kit/text.ts';

/**
 * Issuer and audience of our own bearer tokens. They name the product rather than its address: the
 * operator's command line signs tokens without knowing where the server is reached.
 */
export const tokenIssuer = 'chapter-hub';
export const tokenAudience = 'chapter-hub';
/** RFC 9068 access token; keeps other kinds of JWT from being accepted as one. */
export const tokenType = 'at+jwt';

export const browserTokenSeconds = 5 * 60;
export const maxTokenSeconds = 24 * 60 * 60;

const storedId = textLike(/^[\w-]{1,100}$/);

/**
 * Account, session and chapter. Permissions are looked up on every request, never read from the
 * token.
 */
export const bearerClaims = z.object({
  sub: storedId,
  sid: storedId,
  chapter: id<'chapter'>(),
  iat: z.int(),
  nbf: z.int(),
  exp: z.int(),
});
export type BearerClaims = z.output<typeof bearerClaims>;
