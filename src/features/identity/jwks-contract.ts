/** Separate, because the browser never calls it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';

export const jwksCall = endpoint({
  method: 'GET',
  path: '/auth/jwks',
  tag: 'Identity',
  summary: 'The public keys that sign bearer tokens',
  policy: 'anyone',
  reply: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        crv: z.string(),
        x: z.string(),
        kid: z.string(),
        alg: z.string(),
        use: z.string(),
      }),
    ),
  }),
});
