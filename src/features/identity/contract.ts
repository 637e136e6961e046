import * as z from 'zod/mini';
import { instant } from '#kit/day.ts';
import { maxEmailLength } from '#kit/email.ts';
import { endpoint } from '#kit/endpoint.ts';
import { id } from '#kit/id.ts';
import { chapterPolicies, roles } from '#kit/role.ts';
import { text } from '#kit/text.ts';

/**
 * Screens that links in mails and on the console lead to. The token follows `#`, so that no
 * server, proxy or log ever sees it: `/join#<token>`.
 */
export const joinPath = '/join';
export const setUpPath = '/setup';
/** Where a hosted provider sends people back to. */
export const oidcReturnPath = '/signed-in';
export const resetPath = '/reset';

/** The secret of a link, as calls take it. */
export const linkToken = z.string().check(z.minLength(1), z.maxLength(200));

export const minPasswordLength = 10;
export const maxPasswordLength = 128;

export const role = z.enum(roles);

/** Compared without regard to case. */
export const email = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(maxEmailLength),
    z.email('Must be a valid email address'),
  );

/** A password being chosen: length is the only rule (NIST SP 800-63B). */
export const newPassword = text(maxPasswordLength).check(
  z.minLength(minPasswordLength, `Must be at least ${minPasswordLength} characters`),
);

/** One that exists already: whatever it is, it is only compared. */
export const knownPassword = z
  .string()
  .check(z.minLength(1, 'Required'), z.maxLength(maxPasswordLength));

/** The outside links of a chapter; the sign-in card shows the first two. */
export const links = z.object({
  chapterSiteUrl: z.string(),
  networkHubUrl: z.string(),
  learningCentreUrl: z.string(),
  localPlatformUrl: z.string(),
});
export type Links = z.output<typeof links>;

const signedOutView = z.object({
  signedIn: z.literal(false),
  links,
  /** While no chapter exists: what the set-up screen proposes. */
  setUp: z.nullable(z.object({ chapterName: z.string(), timeZone: z.string() })),
  /** The hosted provider that people can sign in with too; null where none is configured. */
  hostedName: z.nullable(z.string()),
  /** Empty outside demo mode. */
  demoSignIns: z.array(z.object({ email: z.string(), password: z.string(), role })),
});

export const signedInView = z.object({
  signedIn: z.literal(true),
  accountId: z.string(),
  email: z.string(),
  displayName: z.string(),
  /** Whether they look after the whole installation, and so may make chapters. */
  isInstallationAdmin: z.boolean(),
  /** Every chapter the person is an active member of, by name. */
  chapters: z.array(z.object({ id: id<'chapter'>(), name: z.string(), role })),
  /** The chapter being looked at; null when the person is not (or no longer) in any. */
  chapter: z.nullable(
    z.object({
      id: id<'chapter'>(),
      name: z.string(),
      /** The hash of its logo, which is its address below `/chapter/logo/`. */
      logo: z.nullable(z.string()),
      timeZone: z.string(),
      policy: z.enum(chapterPolicies),
      links,
      memberId: id<'member'>(),
      role,
    }),
  ),
});

const bearerToken = z.object({
  /** A signed EdDSA token for the `Authorization: Bearer` header. */
  token: z.string(),
  expiresAt: instant,
  chapterId: id<'chapter'>(),
});
export type BearerToken = z.output<typeof bearerToken>;

export const sessionView = z.discriminatedUnion('signedIn', [signedOutView, signedInView]);
export type SessionView = z.output<typeof sessionView>;
export type SignedOutView = z.output<typeof signedOutView>;
export type SignedInView = z.output<typeof signedInView>;

/** What the browser asks first of all; signed in it has its first token with the answer. */
const sessionReply = z.discriminatedUnion('signedIn', [
  signedOutView,
  z.extend(signedInView, {
    /** Null without a chapter. */
    bearer: z.nullable(bearerToken),
  }),
]);
export type SessionReply = z.output<typeof sessionReply>;

const tag = 'Identity';

export const authCalls = {
  /** 401 `wrong_credentials` whether the account is unknown, disabled or the password wrong. */
  signIn: endpoint({
    method: 'POST',
    path: '/auth/sign-in',
    tag,
    summary: 'Sign in with email and password; sets the session cookie',
    policy: 'anyone',
    isPasswordAttempt: true,
    body: z.strictObject({ email, password: knownPassword }),
    reply: signedInView,
    status: 200,
  }),
  /** Succeeds without a session too, so that signing out twice is no error. */
  signOut: endpoint({
    method: 'POST',
    path: '/auth/sign-out',
    tag,
    summary: 'Sign out; ends the session and its tokens immediately',
    policy: 'anyone',
  }),
  session: endpoint({
    method: 'GET',
    path: '/auth/session',
    tag,
    summary: 'Who is signed in, or the signed-out view',
    policy: 'anyone',
    reply: sessionReply,
  }),
  /** 403 `no_chapter` when the person is in no chapter. */
  token: endpoint({
    method: 'POST',
    path: '/auth/token',
    tag,
    summary: "A short-lived bearer token for the session's active chapter",
    policy: 'signed-in',
    credential: 'cookie',
    reply: bearerToken,
    status: 200,
  }),
  /** 404 for a chapter the person is not in. Ask for a new token afterwards. */
  switchChapter: endpoint({
    method: 'POST',
    path: '/auth/chapter',
    tag,
    summary: 'Switch the active chapter',
    policy: 'signed-in',
    credential: 'cookie',
    body: z.strictObject({ chapterId: id<'chapter'>() }),
    reply: signedInView,
    status: 200,
  }),
  jwks: endpoint({
    method: 'GET',
    path: '/auth/jwks',
    tag,
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
  }),
};
