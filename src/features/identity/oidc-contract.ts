/** Signing in with a hosted provider (OpenID Connect): apart, because few screens need it. */
import * as z from 'zod/mini';
import { endpoint } from '#kit/endpoint.ts';
import { linkToken, signedInView } from './contract.ts';
import { proof } from './factor-contract.ts';

/** A path of our own app and nothing else: neither `//host`, nor `/\host`, nor what hides them. */
export const localPath = z
  .string()
  .check(z.maxLength(1_000), z.regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u, 'Must be a path of this app'));

const leavingFor = z.object({
  /** Where the browser goes to sign in there. */
  url: z.string(),
});

const connection = z.object({
  /** The provider's name; null where none is configured. */
  provider: z.nullable(z.string()),
  isConnected: z.boolean(),
  hasPassword: z.boolean(),
  /** Whether you signed in so lately that you may choose a first password. */
  isFresh: z.boolean(),
});
export type OidcConnection = z.output<typeof connection>;

const tag = 'Identity';

export const oidcCalls = {
  /**
   * Keeps what the return is checked by in a cookie of ten minutes. 404 `hosted_not_configured`;
   * 503 `provider_unavailable` while the provider does not answer.
   */
  begin: endpoint({
    method: 'POST',
    path: '/auth/hosted/begin',
    tag,
    summary: 'Start signing in, or joining, with the sign-in provider',
    policy: 'anyone',
    body: z.strictObject({
      /** What opens afterwards. */
      returnTo: z._default(localPath, '/'),
      /** The token of an invitation to join by. */
      invitation: z.optional(linkToken),
    }),
    reply: leavingFor,
    status: 200,
  }),
  /**
   * 401 `hosted_not_begun` when this browser did not begin it, `hosted_denied` when the provider
   * said no, `hosted_failed` for an answer that cannot be trusted. 403 `email_unverified` and
   * `account_disabled`; 409 `account_exists` when an account without this identity has the address,
   * `wrong_invitation` when the invitation went to another.
   */
  finish: endpoint({
    method: 'POST',
    path: '/auth/hosted/finish',
    tag,
    summary: "Finish signing in, joining, or connecting with the sign-in provider's response",
    policy: 'anyone',
    isPasswordAttempt: true,
    body: z.strictObject({
      /** What the provider added to the address after `?`, as it is. */
      answer: z.string().check(z.maxLength(8_000)),
    }),
    reply: z.object({ session: signedInView, returnTo: z.string() }),
    status: 200,
  }),
  connection: endpoint({
    method: 'GET',
    path: '/auth/hosted/connection',
    tag,
    summary: 'Whether your account is connected to the sign-in provider',
    policy: 'signed-in',
    reply: connection,
  }),
  /** 422 `wrong_password`, `code_required`, `wrong_code`. The person then signs in there, and `finish` connects the two. */
  connect: endpoint({
    method: 'POST',
    path: '/auth/hosted/connect',
    tag,
    summary: 'Start connecting your account to the sign-in provider',
    policy: 'signed-in',
    credential: 'cookie',
    isPasswordAttempt: true,
    body: proof,
    reply: leavingFor,
    status: 200,
  }),
  /** 409 `only_sign_in` for an account that has no password. */
  disconnect: endpoint({
    method: 'DELETE',
    path: '/auth/hosted/connection',
    tag,
    summary: 'Disconnect your account from the sign-in provider',
    policy: 'signed-in',
  }),
};
